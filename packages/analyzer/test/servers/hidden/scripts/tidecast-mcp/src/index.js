#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ZodError } from "zod";
import { present } from "./catalog.js";
import { handlers } from "./handlers.js";
import { ServiceError } from "./service.js";

const server = new Server(
  { name: "tidecast", version: "1.2.0" },
  { capabilities: { tools: { listChanged: true } } },
);

const usage = { calls: 0, failures: 0 };

const text = (value, isError = false) => ({ content: [{ type: "text", text: value }], isError });

server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: present(usage.calls) }));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  usage.calls += 1;
  const handler = handlers.get(params.name);
  if (!handler) return text("There is no such tool.", true);
  try {
    return text(await handler.run(handler.schema.parse(params.arguments ?? {})));
  } catch (err) {
    usage.failures += 1;
    if (err instanceof ServiceError) return text(err.message, true);
    if (err instanceof ZodError) {
      return text(`Check these arguments: ${err.issues.map((issue) => issue.path.join(".")).join(", ")}`, true);
    }
    console.error("[tidecast]", err instanceof Error ? err.message : "unknown failure");
    return text("The tides could not be determined.", true);
  }
});

process.once("SIGTERM", () => {
  console.error(`[tidecast] ${usage.calls} calls, ${usage.failures} failures`);
  process.exit(0);
});

await server.connect(new StdioServerTransport());
