import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import knex from "knex";
import { z } from "zod";
import { SearchService } from "./search-service.js";

const db = knex({
  client: "pg",
  connection: process.env.DATABASE_URL,
  pool: { min: 0, max: 4 },
  acquireConnectionTimeout: 5_000,
});

const search = new SearchService(db);
const server = new McpServer({ name: "kb-search", version: "5.0.0" });

server.registerTool(
  "search_articles",
  {
    title: "Search articles",
    description: "Ids of articles whose title holds a term",
    inputSchema: { term: z.string().trim().min(2).max(60), limit: z.number().int().min(1).max(50).default(10) },
    annotations: { readOnlyHint: true },
  },
  async ({ term, limit }) => {
    const ids = await search.articleIds(term, limit);
    return { content: [{ type: "text", text: ids.join(", ") || "none" }] };
  },
);

await server.connect(new StdioServerTransport());
