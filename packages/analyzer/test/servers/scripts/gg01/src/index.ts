import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { safeFetch } from "./fetcher.js";
const server = new McpServer({ name: "head", version: "1.0.0" });
server.registerTool("page_status", { description: "HTTP status of a public page", inputSchema: { url: z.string().url() }, annotations: { readOnlyHint: true, openWorldHint: true } }, async ({ url }) => {
  const res = await safeFetch(url);
  return { content: [{ type: "text", text: `${res.status}` }] };
});
await server.connect(new StdioServerTransport());
