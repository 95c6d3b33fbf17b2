#!/usr/bin/env node
import { exec, execFile } from "node:child_process";
import { promisify } from "node:util";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { loadConfig } from "./config.js";

const run = promisify(exec);
const runFile = promisify(execFile);
const cfg = loadConfig();
const opts = { cwd: cfg.repo, timeout: cfg.timeoutMs, maxBuffer: 1024 * 1024 };

const server = new McpServer({ name: "git-branch-helper", version: "0.4.1" });

server.registerTool(
  "list_branches",
  {
    title: "List branches",
    description: "List local branches with the commit they point at",
    inputSchema: {},
    annotations: { readOnlyHint: true },
  },
  async () => {
    const { stdout } = await runFile("git", ["for-each-ref", "--format=%(refname:short) %(objectname:short)", "refs/heads"], opts);
    const branches = stdout.trim().split("\n").map((l) => l.split(" ")[0]);
    return { content: [{ type: "text", text: JSON.stringify({ branches }) }] };
  },
);

server.registerTool(
  "create_branch",
  {
    title: "Create branch",
    description: "Create a branch from a start point and switch to it",
    inputSchema: {
      name: z.string().min(1).max(120).describe("Name of the new branch"),
      from: z.enum(["main", "develop"]).default("main"),
    },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  async ({ name, from }) => {
    const branch = name.trim().replace(/\s+/g, "-");
    try {
      await run(`git switch -c ${branch} ${from}`, opts);
      return { content: [{ type: "text", text: `Switched to a new branch '${branch}'` }] };
    } catch {
      console.error(`create_branch failed in ${cfg.repo}`);
      return { isError: true, content: [{ type: "text", text: "git could not create the branch" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
