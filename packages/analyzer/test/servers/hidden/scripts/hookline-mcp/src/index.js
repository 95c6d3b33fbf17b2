#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ZodError } from "zod";
import { loadConfig } from "./config.js";
import { DeliveryError } from "./deliver.js";
import { UnknownEndpoint, createHandlers } from "./handlers.js";

const handlers = new Map(Object.entries(createHandlers(loadConfig())));
const server = new Server({ name: "hookline", version: "1.0.1" }, { capabilities: { tools: {} } });

const failure = (text) => ({ content: [{ type: "text", text }], isError: true });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [...handlers].map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const handler = handlers.get(params.name);
  if (!handler) return failure("There is no such tool.");
  try {
    const result = await handler.run(params.arguments ?? {});
    return { content: [{ type: "text", text: JSON.stringify(result, null, 2) }] };
  } catch (err) {
    if (err instanceof DeliveryError || err instanceof UnknownEndpoint) return failure(err.message);
    if (err instanceof ZodError) {
      return failure(`Check these arguments: ${err.issues.map((issue) => issue.path.join(".")).join(", ")}`);
    }
    console.error("[hookline]", err instanceof Error ? err.message : "unknown failure");
    return failure("The request could not be completed.");
  }
});

await server.connect(new StdioServerTransport());
