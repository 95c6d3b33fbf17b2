#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { formatIssue } from "./format.js";
import { GitHub } from "./github.js";

const token = process.env.GITHUB_TOKEN;
const repos = (process.env.ISSUE_REPOS ?? "").split(",").filter((r) => /^[\w.-]+\/[\w.-]+$/.test(r));
if (!token || repos.length === 0) {
  console.error("GITHUB_TOKEN and ISSUE_REPOS (owner/name,...) are needed");
  process.exit(1);
}

const github = new GitHub(token);
const server = new McpServer({ name: "issue-browser", version: "0.6.0" });

server.registerTool(
  "read_issue",
  {
    description: "Read an issue with its comments",
    inputSchema: { repo: z.enum(repos as [string, ...string[]]), number: z.number().int().positive() },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ repo, number }) => {
    try {
      const [issue, comments] = await Promise.all([github.issue(repo, number), github.comments(repo, number)]);
      const text = formatIssue(issue, comments);
      return { content: [{ type: "text", text }] };
    } catch (e) {
      console.error("read_issue:", e instanceof Error ? e.message : "failed");
      return { isError: true, content: [{ type: "text", text: "the issue could not be read" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
