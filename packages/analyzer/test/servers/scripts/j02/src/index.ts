import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "calc", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "sqrt", description: "Square root", inputSchema: { type: "object", properties: { x: { type: "number" } } } }] }));
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  try {
    const x = Number(request.params.arguments?.x);
    if (x < 0) throw new RangeError("negative");
    return { content: [{ type: "text", text: String(Math.sqrt(x)) }] };
  } catch (error) {
    const detail = error instanceof Error ? error.stack : String(error);
    return { isError: true, content: [{ type: "text", text: `Failed:\n${detail}` }] };
  }
});
await server.connect(new StdioServerTransport());
