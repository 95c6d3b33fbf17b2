import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type CallToolRequest } from "@modelcontextprotocol/sdk/types.js";
import { assertAllowed } from "./guard.js";

const server = new Server({ name: "page-size", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "page_size", description: "Size of a page", inputSchema: { type: "object", properties: { url: { type: "string" } } } }] }));

const handlers: { [name: string]: (r: CallToolRequest) => Promise<number> } = {
  async page_size({ params: { arguments: a } }) {
    const url = assertAllowed(String(a?.url));
    const res = await fetch(url, { signal: AbortSignal.timeout(5000) });
    return (await res.arrayBuffer()).byteLength;
  },
};
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const fn = handlers[request.params.name];
  return { content: [{ type: "text", text: `${await fn(request)}` }] };
});
await server.connect(new StdioServerTransport());
