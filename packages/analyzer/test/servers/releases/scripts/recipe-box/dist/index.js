#!/usr/bin/env node

// src/index.ts
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";

// src/store.ts
import Database from "better-sqlite3";
var toMatch = (words) => words.split(/\s+/).filter(Boolean).slice(0, 8).map((w) => `"${w.replaceAll('"', '""')}"`).join(" AND ");
var RecipeStore = class {
  db;
  constructor(file2) {
    this.db = new Database(file2, { readonly: true, fileMustExist: true, timeout: 2e3 });
  }
  search(words, maxMinutes) {
    const conditions = ["recipe_fts MATCH ?"];
    const params = [toMatch(words)];
    if (maxMinutes !== void 0) {
      conditions.push("r.minutes <= ?");
      params.push(maxMinutes);
    }
    const sql = `SELECT r.id, r.title, r.minutes FROM recipe_fts JOIN recipe r ON r.id = recipe_fts.rowid WHERE ${conditions.join(" AND ")} ORDER BY rank LIMIT 20`;
    return this.db.prepare(sql).all(...params);
  }
  many(ids) {
    const marks = ids.map(() => "?").join(", ");
    return this.db.prepare(`SELECT id, title, minutes FROM recipe WHERE id IN (${marks})`).all(...ids);
  }
};

// src/index.ts
var file = process.argv[2];
if (!file) {
  console.error("usage: recipe-box <recipes.db>");
  process.exit(2);
}
var store = new RecipeStore(file);
var server = new Server({ name: "recipe-box", version: "1.1.1" }, { capabilities: { tools: {} } });
var invalid = (message) => new McpError(ErrorCode.InvalidParams, message);
var handlers = {
  search_recipes({ words, maxMinutes }) {
    if (typeof words !== "string" || !words.trim() || words.length > 200) throw invalid("words are missing or too long");
    if (maxMinutes !== void 0 && !Number.isInteger(maxMinutes)) throw invalid("maxMinutes has to be an integer");
    return store.search(words, maxMinutes);
  },
  get_recipes({ ids }) {
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > 50 || !ids.every(Number.isInteger)) throw invalid("ids have to be 1 to 50 integers");
    return store.many(ids);
  }
};
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "search_recipes",
      description: "Search recipes by words",
      inputSchema: { type: "object", properties: { words: { type: "string", maxLength: 200 }, maxMinutes: { type: "integer" } }, required: ["words"] },
      annotations: { readOnlyHint: true }
    },
    {
      name: "get_recipes",
      description: "Title and duration of recipes",
      inputSchema: { type: "object", properties: { ids: { type: "array", items: { type: "integer" }, maxItems: 50 } }, required: ["ids"] },
      annotations: { readOnlyHint: true }
    }
  ]
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const handler = Object.hasOwn(handlers, params.name) ? handlers[params.name] : void 0;
  if (!handler) throw new McpError(ErrorCode.MethodNotFound, "unknown tool");
  try {
    return { content: [{ type: "text", text: JSON.stringify(handler(params.arguments ?? {})) }] };
  } catch (e) {
    if (e instanceof McpError) throw e;
    console.error(`${params.name}: ${e.code ?? "failed"}`);
    throw new McpError(ErrorCode.InternalError, "the collection could not be searched");
  }
});
await server.connect(new StdioServerTransport());
