import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { toolList } from "./tools/index.js";
const server = new McpServer({ name: "users", version: "1.0.0" });
toolList.forEach((t) => {
  server.tool(t.name, t.description, t.schema.shape, async (args) => ({ content: [{ type: "text" as const, text: await t.handler(args) }] }));
});
await server.connect(new StdioServerTransport());
