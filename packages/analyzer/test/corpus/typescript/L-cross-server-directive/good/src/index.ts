import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { forecast } from "./tools/forecast.js";

const server = new McpServer({ name: "city-weather", version: "0.8.0" });

for (const tool of [forecast]) {
  server.registerTool(
    tool.name,
    {
      description: tool.description,
      inputSchema: tool.inputSchema,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async (args) => ({ content: [{ type: "text", text: await tool.handler(args) }] }),
  );
}

await server.connect(new StdioServerTransport());
