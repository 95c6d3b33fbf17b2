import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { take, type ForgeClient } from "../forge/client.js";
import type { Issue } from "../forge/types.js";
import { line, untrusted } from "../text.js";
import { textResult } from "./result.js";

const labels = (issue: Issue) => issue.labels.map((label) => line(label.name, 30)).join(", ") || "none";

export function registerIssueTools(server: McpServer, forge: ForgeClient): void {
  server.registerTool(
    "open_issues",
    {
      title: "Open issues",
      description: "Lists the open issues of the repository, newest first.",
      inputSchema: {
        label: z
          .string()
          .regex(/^[\w ./-]{1,40}$/)
          .optional(),
        count: z.number().int().min(1).max(100).default(30),
      },
      annotations: { readOnlyHint: true },
    },
    ({ label, count }) =>
      textResult(async () => {
        const issues = await take(forge.issues(label), count);
        if (issues.length === 0) return "There are no open issues.";
        return untrusted(issues.map((issue) => `#${issue.number} ${line(issue.title)} [${labels(issue)}]`).join("\n"));
      }),
  );

  server.registerTool(
    "read_issue",
    {
      title: "Read an issue",
      description: "Shows one issue with its description.",
      inputSchema: { number: z.number().int().positive() },
      annotations: { readOnlyHint: true },
    },
    ({ number }) =>
      textResult(async () => {
        const issue = await forge.issue(number);
        const head = `#${issue.number}, ${issue.state}, opened ${line(issue.created_at, 30)}`;
        const text = `${line(issue.title)}\nby ${line(issue.user.login, 40)}, labels: ${labels(issue)}\n\n${issue.body ?? ""}`;
        return `${head}\n${untrusted(text)}`;
      }),
  );
}
