import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import type { ToolDef } from "../registry.js";
const run = promisify(execFile);
const Args = z.object({ container: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,62}$/), tail: z.number().int().min(1).max(500).default(100) });
export const containerState: ToolDef<z.infer<typeof Args>> = {
  name: "container_state",
  description: "State of a container",
  inputSchema: { type: "object", properties: { container: { type: "string" } }, required: ["container"] },
  validate: (raw) => Args.parse(raw),
  async run({ container }, { signal }) {
    const { stdout } = await run("docker", ["inspect", "--format", "{{.State.Status}}", container], { timeout: 5000, signal });
    return stdout.trim();
  },
};
