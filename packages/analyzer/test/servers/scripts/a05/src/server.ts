import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { tools } from "./registry.js";

const server = new Server({ name: "k8s-helper", version: "0.9.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [...tools.values()].map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const tool = tools.get(params.name);
  if (!tool) throw new Error("no such tool");
  const text = await tool.run(params.arguments ?? {});
  return { content: [{ type: "text", text }] };
});
await server.connect(new StdioServerTransport());
