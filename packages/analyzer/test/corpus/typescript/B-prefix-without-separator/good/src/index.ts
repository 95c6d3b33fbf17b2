import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { saveDraft, saveDraftTool } from "./tools.js";

const server = new Server({ name: "drafts", version: "0.5.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [saveDraftTool] }));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  if (name === saveDraftTool.name) {
    const bytes = await saveDraft(args ?? {});
    return { content: [{ type: "text", text: `Saved ${bytes} bytes` }] };
  }
  return { isError: true, content: [{ type: "text", text: "Unknown tool" }] };
});

await server.connect(new StdioServerTransport());
