import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { NoteStore } from "./store.js";
const store = new NoteStore({ root: process.env.NOTES_DIR ?? "./notes" });
const server = new McpServer({ name: "notes", version: "0.1.0" });
server.registerTool("save_note", { description: "Saves a new note under a slug", inputSchema: { slug: z.string(), body: z.string().max(50_000) } }, async (args) => {
  await store.save(args);
  return { content: [{ type: "text", text: "saved" }] };
});
await server.connect(new StdioServerTransport());
