import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import mysql from "mysql2/promise";
import { z } from "zod";
import { ProductRepository } from "./repository.js";

const ListArgs = z.object({
  minStock: z.number().int().min(0).default(0),
  sort: z.string().max(30).default("id"),
});

const repository = new ProductRepository(
  mysql.createPool({ uri: process.env.MYSQL_URL, connectionLimit: 3, connectTimeout: 5_000 }),
);

const server = new Server({ name: "stock", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "list_stock",
      description: "Ids and stock of up to 50 products",
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: "object",
        properties: {
          minStock: { type: "integer", minimum: 0 },
          sort: { type: "string", maxLength: 30, description: "id, stock or price" },
        },
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name !== "list_stock") throw new Error("Unknown tool");
  const { minStock, sort } = ListArgs.parse(request.params.arguments ?? {});
  const rows = await repository.list(minStock, sort);
  return { content: [{ type: "text", text: JSON.stringify(rows) }] };
});

await server.connect(new StdioServerTransport());
