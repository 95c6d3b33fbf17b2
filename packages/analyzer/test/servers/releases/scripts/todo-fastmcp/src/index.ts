#!/usr/bin/env node
import { FastMCP, UserError } from "fastmcp";
import { z } from "zod";
import { openTodos } from "./db.js";

const todos = openTodos();
const server = new FastMCP({ name: "todo-fastmcp", version: "0.2.0" });

server.addTool({
  name: "list_todos",
  description: "List todos",
  parameters: z.object({ order: z.enum(["due", "title", "id"]).default("due"), withDone: z.boolean().default(false) }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  execute: async ({ order, withDone }) => JSON.stringify(todos.list(order, withDone)),
});

server.addTool({
  name: "add_todo",
  description: "Add a todo",
  parameters: z.object({
    title: z.string().min(1).max(300),
    due: z.string().regex(/^\d{4}-\d{2}-\d{2}$/).optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false },
  execute: async ({ title, due }) => `added ${todos.add(title, due ?? null)}`,
});

server.addTool({
  name: "finish_todo",
  description: "Mark a todo as done",
  parameters: z.object({ id: z.number().int().positive() }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  execute: async ({ id }) => {
    if (!todos.finish(id)) throw new UserError("no such todo");
    return "done";
  },
});

server.addTool({
  name: "delete_todo",
  description: "Delete a todo for good",
  parameters: z.object({ id: z.number().int().positive() }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  execute: async ({ id }) => {
    if (!todos.remove(id)) throw new UserError("no such todo");
    return "deleted";
  },
});

await server.start({ transportType: "stdio" });
