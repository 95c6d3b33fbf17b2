import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import Database from "better-sqlite3";
import { z } from "zod";

const stock = new Database("stock.db", { readonly: true });
const server = new McpServer({ name: "stock", version: "1.0.0" });
const shelf = z.string().optional();

server.tool(
  "count_items",
  "Counts the items on the shelves that are open on some days.",
  { monday: shelf, tuesday: shelf, wednesday: shelf, thursday: shelf, friday: shelf, saturday: shelf, sunday: shelf, morning: shelf, evening: shelf },
  async ({ monday, tuesday, wednesday, thursday, friday, saturday, sunday, morning, evening }) => {
    const given = [monday, tuesday, wednesday, thursday, friday, saturday, sunday, morning, evening].filter(Boolean);
    const wanted = given.flatMap((each) => each.split(",")).filter((number) => /^\d+$/.test(number));
    if (wanted.length === 0) return { content: [{ type: "text", text: "no such shelf" }] };
    const rows = stock.prepare(`SELECT COUNT(*) AS n FROM item WHERE shelf IN (${wanted.join(", ")})`).all();
    return { content: [{ type: "text", text: String(rows.length) }] };
  },
);

await server.connect(new StdioServerTransport());
