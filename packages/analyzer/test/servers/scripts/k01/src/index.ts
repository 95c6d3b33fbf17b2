import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { NewsApi } from "./news.js";
const api = new NewsApi();
const server = new McpServer({ name: "news", version: "1.0.0" });
server.tool("read_article", "Read an article of the news site", { id: z.number().int() }, async ({ id }) => {
  const html = await api.article(id);
  return { content: [{ type: "text", text: html }] };
});
await server.connect(new StdioServerTransport());
