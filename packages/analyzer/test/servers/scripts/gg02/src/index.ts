import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const ALLOWED_HOSTS: readonly string[] = ["api.example.com", "status.example.com"];
function allowedUrl(raw: string): URL {
  const url = new URL(raw);
  if (url.protocol !== "https:" || !ALLOWED_HOSTS.includes(url.hostname)) throw new Error("host is not on the allow-list");
  return url;
}
const server = new Server({ name: "status", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "page_size", description: "Size of a page of our API", inputSchema: { type: "object", properties: { url: { type: "string" } } } }] }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const res = await fetch(allowedUrl(String(params.arguments?.url)), { redirect: "error", signal: AbortSignal.timeout(5000) });
  return { content: [{ type: "text", text: res.headers.get("content-length") ?? "unknown" }] };
});
await server.connect(new StdioServerTransport());
