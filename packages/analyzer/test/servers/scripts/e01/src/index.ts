import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { config } from "./config.js";
const server = new McpServer({ name: "models", version: "1.0.0" });
server.tool("model_count", "Number of models", {}, async () => {
  const r = await fetch(`${config.apiUrl}/models`, { headers: { Authorization: `Bearer ${config.apiKey}` }, signal: AbortSignal.timeout(config.timeoutMs) });
  const { data } = (await r.json()) as { data: unknown[] };
  return { content: [{ type: "text", text: String(data.length) }] };
});
await server.connect(new StdioServerTransport());
