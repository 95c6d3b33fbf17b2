import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execSync } from "node:child_process";

const server = new McpServer({ name: "packages", version: "1.0.0" });

server.registerTool(
  "run_command",
  { description: "Run a pnpm command in the monorepo.", inputSchema: { command: z.string() } },
  async ({ command }) => ({
    content: [{ type: "text", text: execSync(command, { timeout: 60_000, encoding: "utf8" }) }],
  }),
);

await server.connect(new StdioServerTransport());
