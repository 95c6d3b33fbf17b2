import { podLogs } from "./tools/logs.js";
import type { ToolDef } from "./types.js";
export const tools = new Map<string, ToolDef>();
for (const t of [podLogs]) tools.set(t.name, t);
