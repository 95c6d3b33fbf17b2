import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { PrismaClient, Prisma } from "@prisma/client";
import knexFactory from "knex";
const prisma = new PrismaClient();
const knex = knexFactory({ client: "pg", connection: process.env.DATABASE_URL, acquireConnectionTimeout: 5000 });
const server = new McpServer({ name: "orders", version: "1.0.0" });
server.tool("orders_since", { since: z.string().datetime(), min: z.number() }, async ({ since, min }) => {
  const rows = await prisma.$queryRaw<{ n: bigint }[]>(Prisma.sql`SELECT count(*) AS n FROM orders WHERE created_at > ${new Date(since)} AND total > ${min}`);
  return { content: [{ type: "text", text: String(rows[0].n) }] };
});
server.tool("orders_like", { term: z.string().max(40) }, async ({ term }) => {
  const rows = await knex("orders").where("title", "like", `%${term}%`).andWhere({ archived: false }).limit(20);
  return { content: [{ type: "text", text: String(rows.length) }] };
});
server.tool("orders_raw", { customer: z.string() }, async ({ customer }) => {
  const res = await knex.raw("select count(*) as n from orders where customer = ?", [customer]);
  return { content: [{ type: "text", text: String(res.rows[0].n) }] };
});
await server.connect(new StdioServerTransport());
