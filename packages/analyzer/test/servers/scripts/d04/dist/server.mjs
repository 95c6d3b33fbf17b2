import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import Database from "better-sqlite3";
import { z } from "zod";

const db = new Database(process.env.INVENTORY_DB ?? "inventory.db", { readonly: true });

function where(filters) {
  const parts = [];
  for (const [column, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    parts.push(`${column} = '${value}'`);
  }
  return parts.length > 0 ? `WHERE ${parts.join(" AND ")}` : "";
}

const server = new McpServer({ name: "d04", version: "1.0.0" });

server.tool(
  "find_items",
  "Find items of the inventory",
  {
    warehouse: z.string().optional(),
    sku: z.string().optional(),
  },
  async ({ warehouse, sku }) => {
    const rows = db.prepare(`SELECT sku, name, stock FROM items ${where({ warehouse, sku })} LIMIT 50`).all();
    return { content: [{ type: "text", text: JSON.stringify(rows) }] };
  },
);

await server.connect(new StdioServerTransport());
