import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { registerNoteTools } from "./tools/notes.js";
import { NoteStore } from "./store.js";

const store = new NoteStore({ root: process.env.NOTES_DIR ?? "./notes" });
const server = new McpServer({ name: "notes", version: "0.1.0" });
registerNoteTools(server, { store });
await server.connect(new StdioServerTransport());
