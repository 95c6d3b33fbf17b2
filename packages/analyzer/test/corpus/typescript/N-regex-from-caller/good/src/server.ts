import { open } from "node:fs/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { LineIndex } from "./line-index.js";

const Args = z.object({ pattern: z.string().min(1).max(200), limit: z.number().int().min(1).max(100).default(20) });

async function load(file: string): Promise<LineIndex> {
  const handle = await open(file, "r");
  try {
    if ((await handle.stat()).size > 5_000_000) throw new Error("The manual is too large");
    return new LineIndex((await handle.readFile("utf8")).split("\n"));
  } finally {
    await handle.close();
  }
}

const index = await load(process.env.MANUAL_FILE ?? "manual.txt");
const server = new Server({ name: "manual-search", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "find_lines",
      description: "Numbers of the lines of the manual that hold a text",
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: "object",
        properties: {
          pattern: { type: "string", maxLength: 200 },
          limit: { type: "integer", minimum: 1, maximum: 100 },
        },
        required: ["pattern"],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name !== "find_lines") throw new Error("Unknown tool");
  const { pattern, limit } = Args.parse(request.params.arguments);
  const lines = index.find(pattern, limit);
  return { content: [{ type: "text", text: lines.join(", ") || "none" }] };
});

await server.connect(new StdioServerTransport());
