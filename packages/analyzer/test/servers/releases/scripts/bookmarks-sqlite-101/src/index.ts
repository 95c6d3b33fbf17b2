#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { db } from "./db.js";

interface Bookmark {
  id: number;
  url: string;
  title: string;
  tag: string;
}

const search = db.prepare(
  "SELECT id, url, title, tag FROM bookmark WHERE private = 0 AND (title LIKE @pattern ESCAPE '\\' OR tag = @text) LIMIT @limit",
);

const server = new McpServer({ name: "bookmarks-sqlite", version: "1.0.1" });

server.registerTool(
  "add_bookmark",
  {
    description: "Remember a url",
    inputSchema: { url: z.string().url().max(2000), title: z.string().min(1).max(200), tag: z.string().max(40).default("") },
    annotations: { destructiveHint: false },
  },
  async ({ url, title, tag }) => {
    const info = db.prepare("INSERT OR IGNORE INTO bookmark (url, title, tag) VALUES (?, ?, ?)").run(url, title, tag);
    return { content: [{ type: "text", text: info.changes ? "saved" : "was there already" }] };
  },
);

server.registerTool(
  "search_bookmarks",
  {
    description: "Search the public bookmarks by title or tag",
    inputSchema: { text: z.string().max(100), limit: z.number().int().min(1).max(50).default(10) },
    annotations: { readOnlyHint: true },
  },
  async ({ text, limit }) => {
    const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const rows = search.all({ pattern, text, limit }) as Bookmark[];
    return { content: [{ type: "text", text: JSON.stringify({ count: rows.length, bookmarks: rows }) }] };
  },
);

await server.connect(new StdioServerTransport());
