import Database from "better-sqlite3";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";

const db = new Database(process.env.DB_FILE ?? "tasks.db");
const where = (filters) =>
  Object.keys(filters)
    .map((k) => `${k} = '${filters[k]}'`)
    .reduce((acc, c) => (acc ? `${acc} AND ${c}` : c), "");

const TOOLS = [{ name: "count_tasks", description: "Count tasks by filter", inputSchema: { type: "object", properties: { filters: { type: "object" } } } }];
const server = new Server({ name: "tasks", version: "0.0.4" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
server.setRequestHandler(CallToolRequestSchema, async (req) => {
  if (req.params.name === "count_tasks") {
    const clause = where(req.params.arguments?.filters ?? {});
    const row = db.prepare("SELECT count(*) AS n FROM tasks" + (clause && " WHERE " + clause)).get();
    return { content: [{ type: "text", text: String(row.n) }] };
  }
  throw new McpError(ErrorCode.MethodNotFound, "unknown tool");
});
await server.connect(new StdioServerTransport());
