import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const BASE = path.resolve(process.env.WORKSPACES ?? "workspaces");

const server = new McpServer({ name: "workspaces", version: "1.9.0" });

server.registerTool(
  "count_workspaces",
  { description: "Number of workspaces", inputSchema: {}, annotations: { readOnlyHint: true } },
  async () => {
    const entries = await readdir(BASE);
    return { content: [{ type: "text", text: String(entries.length) }] };
  },
);

server.registerTool(
  "drop_workspace",
  {
    description: "Delete a workspace with all of its files. This cannot be undone.",
    inputSchema: {
      id: z.string().uuid(),
      confirm: z.literal(true).describe("Only after the user has agreed"),
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  async ({ id, confirm }) => {
    if (!confirm) return { isError: true, content: [{ type: "text", text: "Not confirmed" }] };
    await rm(path.join(BASE, id), { recursive: true, force: true });
    return { content: [{ type: "text", text: "Done" }] };
  },
);

await server.connect(new StdioServerTransport());
