import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ToolRegistry } from "./registry.js";
import { containerState } from "./tools/docker.js";
const registry = new ToolRegistry()
  .use((next) => async (args, ctx) => {
    const t0 = performance.now();
    try {
      return await next(args, ctx);
    } finally {
      console.error(`tool took ${Math.round(performance.now() - t0)} ms`);
    }
  })
  .add(containerState);
const server = new Server({ name: "docker-state", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: registry.list() }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
  const text = await registry.call(params.name, params.arguments, { signal: extra.signal });
  return { content: [{ type: "text", text }] };
});
await server.connect(new StdioServerTransport());
