import Database from "better-sqlite3";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
const db = new Database(process.env.DB_FILE ?? "tasks.db");
const COLUMNS = new Set(["status", "owner", "priority"]);
function build(filters) {
  const clauses = [];
  const values = [];
  for (const [key, value] of Object.entries(filters)) {
    if (!COLUMNS.has(key)) continue;
    clauses.push(`${key} = ?`);
    values.push(value);
  }
  return { where: clauses.length ? ` WHERE ${clauses.join(" AND ")}` : "", values };
}
const server = new Server({ name: "tasks", version: "0.0.4" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: "count_tasks", description: "Count tasks by filter", inputSchema: { type: "object", properties: { filters: { type: "object" } } } }] }));
server.setRequestHandler(CallToolRequestSchema, async (req) => {
  if (req.params.name === "count_tasks") {
    const { where, values } = build(req.params.arguments?.filters ?? {});
    const row = db.prepare("SELECT count(*) AS n FROM tasks" + where).get(...values);
    return { content: [{ type: "text", text: String(row.n) }] };
  }
  throw new McpError(ErrorCode.MethodNotFound, "unknown tool");
});
await server.connect(new StdioServerTransport());
