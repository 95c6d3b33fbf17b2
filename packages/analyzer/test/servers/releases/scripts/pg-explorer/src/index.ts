#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import pg from "pg";
import { z } from "zod";
import { Catalog } from "./catalog.js";

const connectionString = process.env.DATABASE_URL;
if (!connectionString) {
  console.error("DATABASE_URL is not set");
  process.exit(1);
}

const pool = new pg.Pool({
  connectionString,
  max: 3,
  statement_timeout: 10_000,
  query_timeout: 12_000,
  connectionTimeoutMillis: 5_000,
  options: "-c default_transaction_read_only=on",
});
pool.on("error", () => console.error("idle connection lost"));

const catalog = new Catalog(pool);
const server = new McpServer({ name: "pg-explorer", version: "0.9.4" });
const schema = z.string().min(1).max(63).default("public");
const table = z.string().min(1).max(63);
const annotations = { readOnlyHint: true, openWorldHint: false };

function tool<S extends z.ZodRawShape>(name: string, description: string, inputSchema: S, run: (args: any) => Promise<unknown>) {
  server.registerTool(name, { description, inputSchema, annotations }, (async (args: any) => {
    try {
      return { content: [{ type: "text", text: JSON.stringify(await run(args)) }] };
    } catch (e) {
      console.error(name, (e as { code?: string }).code ?? "failed");
      return { isError: true, content: [{ type: "text", text: `${name} failed` }] };
    }
  }) as any);
}

tool("list_tables", "Tables of a schema", { schema }, ({ schema }) => catalog.tables(schema));
tool("describe_table", "Columns of a table", { schema, table }, ({ schema, table }) => catalog.columns(schema, table));
tool("count_rows", "Number of rows of a table", { schema, table }, ({ schema, table }) => catalog.rowCount(schema, table));

process.on("SIGTERM", () => void pool.end().finally(() => process.exit(0)));
await server.connect(new StdioServerTransport());
