import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { GitService } from "./services/git.js";

const REF = /^[A-Za-z0-9_][A-Za-z0-9_.\/-]{0,120}$/;
const server = new McpServer({ name: "git-tools", version: "1.2.0" });
const git = new GitService(process.cwd());
server.registerTool(
  "git_log",
  { description: "Show the number of commits of a branch", inputSchema: { branch: z.string().regex(REF), limit: z.number().int().max(100).default(20) }, annotations: { readOnlyHint: true } },
  async ({ branch: ref, limit }) => ({ content: [{ type: "text", text: String(await git.count(ref, limit)) }] }),
);
await server.connect(new StdioServerTransport());
