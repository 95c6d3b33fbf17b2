import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { EventEmitter } from "node:events";
import { execFile } from "node:child_process";
import { z } from "zod";
import pg from "pg";
const pool = new pg.Pool({ connectionString: process.env.PG_URL, statement_timeout: 5000 });
const sql = (strings: TemplateStringsArray, ...values: unknown[]) => ({ text: strings.reduce((acc, s, i) => acc + (i ? `$${i}` : "") + s, ""), values });
const bus = new EventEmitter();
bus.on("lint", ({ target, done }) => execFile("npx", ["eslint", "--", target], { timeout: 5000 }, (err) => done(err)));
const server = new McpServer({ name: "x", version: "1.0.0" });
server.tool("user_exists", { email: z.string() }, async ({ email }) => {
  const { rowCount } = await pool.query(sql`SELECT 1 FROM users WHERE email = ${email} LIMIT ${1}`);
  return { content: [{ type: "text", text: rowCount ? "yes" : "no" }] };
});
server.tool("lint", { file: z.enum(["a.js", "b.js"]) }, async ({ file }) => {
  await new Promise((res) => bus.emit("lint", { target: file, done: res }));
  return { content: [{ type: "text", text: "done" }] };
});
await server.connect(new StdioServerTransport());
