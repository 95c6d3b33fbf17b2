#!/usr/bin/env node
import { execFileSync } from "node:child_process";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const repo = process.argv[2] ?? process.cwd();

const server = new McpServer({ name: "repo-history", version: "1.4.0" });

server.tool(
  "count_commits",
  "Count the commits of one author, optionally since a date",
  {
    author: z.string().min(1).max(120).describe("Author name or e-mail"),
    since: z.string().max(40).optional().describe("For example 2024-01-31"),
  },
  async ({ author, since }) => {
    try {
      const argv = ["log", "--format=%h", "--fixed-strings", `--author=${author}`];
      if (since) argv.push(`--since=${since}`);
      argv.push("--");
      const out = execFileSync("git", argv, { cwd: repo, encoding: "utf8", timeout: 15_000 });
      const count = out.split("\n").filter(Boolean).length;
      return { content: [{ type: "text", text: `${count} commits` }] };
    } catch (err) {
      console.error("git log failed:", (err as NodeJS.ErrnoException).code);
      return { isError: true, content: [{ type: "text", text: "git log failed" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
