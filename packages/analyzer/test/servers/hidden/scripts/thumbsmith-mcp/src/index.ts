#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ZodError } from "zod";
import { zodToJsonSchema } from "zod-to-json-schema";
import { loadConfig } from "./config.js";
import { Library, MediaError } from "./library.js";
import { ListVideos, ProbeVideo } from "./tools/facts.js";
import { GrabFrame, MakePreview } from "./tools/pictures.js";
import type { MediaTool } from "./tools/tool.js";

const config = loadConfig();
const library = new Library(config.library);
const tools = new Map<string, MediaTool>();

for (const Tool of [ListVideos, ProbeVideo, GrabFrame, MakePreview]) {
  const tool = new Tool(library, config) as unknown as MediaTool;
  tools.set(tool.name, tool);
}

const server = new Server({ name: "thumbsmith", version: "0.6.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [...tools.values()].map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: zodToJsonSchema(tool.schema) as { type: "object" },
  })),
}));

function explain(err: unknown): string {
  if (err instanceof MediaError) return err.message;
  if (err instanceof ZodError) return "The arguments are not valid.";
  console.error("[thumbsmith]", err instanceof Error ? err.message : "unknown failure");
  return "The video could not be read.";
}

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const tool = tools.get(params.name);
  if (!tool) return { content: [{ type: "text", text: "There is no such tool." }], isError: true };
  try {
    return { content: await tool.execute(tool.schema.parse(params.arguments ?? {})) };
  } catch (err) {
    return { content: [{ type: "text", text: explain(err) }], isError: true };
  }
});

await server.connect(new StdioServerTransport());
