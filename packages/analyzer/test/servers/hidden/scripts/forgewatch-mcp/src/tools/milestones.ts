import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ForgeClient } from "../forge/client.js";
import { line, untrusted } from "../text.js";
import { textResult } from "./result.js";

export function registerMilestoneTool(server: McpServer, forge: ForgeClient): void {
  server.registerTool(
    "milestones",
    {
      title: "Milestones",
      description: "Shows how far the open milestones are.",
      annotations: { readOnlyHint: true },
    },
    () =>
      textResult(async () => {
        const milestones = await forge.milestones();
        if (milestones.length === 0) return "There are no open milestones.";
        const rows = milestones.map((milestone) => {
          const total = milestone.open_issues + milestone.closed_issues;
          const percent = total === 0 ? 0 : Math.round((100 * milestone.closed_issues) / total);
          const due = milestone.due_on ? `, due ${line(milestone.due_on, 10)}` : "";
          return `${line(milestone.title)}: ${percent} % of ${total} issues closed${due}`;
        });
        return untrusted(rows.join("\n"));
      }),
  );
}
