import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { run } from "./shell/runner.js";
const server = new McpServer({ name: "ops", version: "1.0.0" });
server.registerTool("service_status", { description: "State of a service", inputSchema: { unit: z.string() }, annotations: { readOnlyHint: true } }, async ({ unit }) => ({
  content: [{ type: "text", text: (await run("status", [unit], ["is-active"])) === 0 ? "active" : "inactive" }],
}));
await server.connect(new StdioServerTransport());
