import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import vm from "node:vm";

const server = new McpServer({ name: "forms", version: "1.0.0" });

server.tool("run_code", "Runs JavaScript code in a sandbox.", { code: z.string() }, async ({ code }) => {
  const result = vm.runInNewContext(code, { fields: {} }, { timeout: 1000 });
  return { content: [{ type: "text", text: JSON.stringify(result) }] };
});

await server.connect(new StdioServerTransport());
