import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { NoteStore } from "../store.js";

interface Deps { store: NoteStore }

export function registerNoteTools(server: McpServer, { store }: Deps): void {
  server.registerTool(
    "save_note",
    { title: "Save note", description: "Saves a note under a title", inputSchema: { title: z.string(), body: z.string().max(50_000) } },
    async (args) => {
      await store.save({ slug: args.title, body: args.body });
      return { content: [{ type: "text", text: "saved" }] };
    },
  );
}
