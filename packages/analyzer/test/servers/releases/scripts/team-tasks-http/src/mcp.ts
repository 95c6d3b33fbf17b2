import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { Principal } from "./auth.js";
import type { Tasks } from "./tasks.js";

export function createMcp(tasks: Tasks, who: Principal): McpServer {
  const server = new McpServer({ name: "team-tasks", version: "2.0.3" });
  const text = (value: unknown) => ({ content: [{ type: "text" as const, text: JSON.stringify(value) }] });
  const denied = { isError: true, content: [{ type: "text" as const, text: "the scope tasks:write is needed" }] };
  const mayWrite = () => who.scopes.has("tasks:write");

  server.registerTool("list_tasks", { description: "Your tasks", inputSchema: {}, annotations: { readOnlyHint: true } }, async () =>
    text(tasks.list(who.subject)),
  );
  server.registerTool(
    "add_task",
    { description: "Add a task", inputSchema: { title: z.string().min(1).max(200) }, annotations: { destructiveHint: false } },
    async ({ title }) => (mayWrite() ? text(tasks.add(who.subject, title)) : denied),
  );
  server.registerTool(
    "delete_task",
    { description: "Delete one of your tasks", inputSchema: { id: z.number().int() }, annotations: { destructiveHint: true, idempotentHint: true } },
    async ({ id }) => (mayWrite() ? text({ deleted: tasks.remove(who.subject, id) }) : denied),
  );
  return server;
}
