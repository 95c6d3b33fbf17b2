import { open } from "node:fs/promises";
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const NOTES = path.resolve(process.argv[2] ?? "notes");
const MAX_BYTES = 1024 * 1024;

const server = new McpServer({ name: "note-stats", version: "1.0.2" });

server.tool(
  "note_stats",
  "Counts the words, lines and open tasks of a note",
  { file: z.string().min(1).max(255).describe("Path relative to the notes folder") },
  { readOnlyHint: true },
  async ({ file }) => {
    const handle = await open(path.join(NOTES, file), "r");
    try {
      const { size } = await handle.stat();
      if (size > MAX_BYTES) {
        return { isError: true, content: [{ type: "text", text: "The note is too large" }] };
      }
      const text = await handle.readFile("utf8");
      const stats = {
        words: text.split(/\s+/).filter(Boolean).length,
        lines: text.split("\n").length,
        openTasks: text.split("- [ ]").length - 1,
      };
      return { content: [{ type: "text", text: JSON.stringify(stats) }] };
    } finally {
      await handle.close();
    }
  },
);

await server.connect(new StdioServerTransport());
