import { mkdir, writeFile } from "fs/promises";
import path from "path";
import { validatePath } from "./lib/validate.js";
export function createHandlers(workspace) {
    return {
        async write_file(args) {
            if (typeof args.path !== "string" || typeof args.content !== "string")
                throw new Error("path and content are required");
            if (args.content.length > 1000000)
                throw new Error("content is too long");
            const target = await validatePath(workspace, args.path);
            await mkdir(path.dirname(target), { recursive: true });
            await writeFile(target, args.content, "utf8");
            return `Wrote ${args.content.length} characters`;
        },
        async workspace_info() {
            return JSON.stringify({ name: path.basename(workspace) });
        },
    };
}
