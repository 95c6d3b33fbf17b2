import { realpathSync, statSync } from "node:fs";
import path from "node:path";
function directory(value) {
    const real = realpathSync(path.resolve(value));
    if (!statSync(real).isDirectory()) {
        throw new Error(`${value} is not a directory`);
    }
    return real;
}
export function loadConfig(argv, env) {
    const [given] = argv;
    if (!given) {
        throw new Error("usage: archive-shelf-mcp <directory>");
    }
    const root = directory(given);
    const notes = env.SHELF_NOTES ? directory(path.join(root, env.SHELF_NOTES)) : undefined;
    return { root, notes, maxBytes: 1024 * 1024 };
}
