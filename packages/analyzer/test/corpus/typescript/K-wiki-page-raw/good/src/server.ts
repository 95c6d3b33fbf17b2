import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { quoteForeign } from "./quote.js";
import { WikiClient } from "./wiki-client.js";

const token = process.env.WIKI_TOKEN;
if (!token) throw new Error("WIKI_TOKEN is not set");

const wiki = new WikiClient(token);
const server = new McpServer({ name: "wiki", version: "2.0.0" });

server.registerTool(
  "read_page",
  {
    description: "Read a wiki page",
    inputSchema: { id: z.number().int().positive() },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ id }) => {
    const page = await wiki.page(id);
    return { content: [{ type: "text", text: quoteForeign("the wiki", page.body) }] };
  },
);

await server.connect(new StdioServerTransport());
