#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ZodError } from "zod";
import { zodToJsonSchema } from "zod-to-json-schema";
import { loadConfig } from "./config.js";
import { KubeApi, KubeError } from "./kube/api.js";
import { ListPods } from "./tools/ListPods.js";
import { PodLog } from "./tools/PodLog.js";
import type { Tool } from "./tools/Tool.js";
import { ListDeployments, ListEvents } from "./tools/Workloads.js";

const api = new KubeApi(loadConfig());
const tools = new Map<string, Tool>(
  [new ListPods(api), new PodLog(api), new ListDeployments(api), new ListEvents(api)].map((tool) => [
    tool.name,
    tool as unknown as Tool,
  ]),
);

const server = new Server({ name: "kube-peek", version: "0.8.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [...tools.values()].map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: zodToJsonSchema(tool.schema) as { type: "object" },
    annotations: { readOnlyHint: true },
  })),
}));

function explain(err: unknown): string {
  if (err instanceof KubeError) return err.message;
  if (err instanceof ZodError) return `Invalid arguments: ${err.issues.map((issue) => issue.path.join(".")).join(", ")}`;
  console.error("[kube-peek]", err instanceof Error ? err.message : "unknown failure");
  return "The cluster could not be read.";
}

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const tool = tools.get(params.name);
  if (!tool) return { content: [{ type: "text", text: "There is no such tool." }], isError: true };
  try {
    const text = await tool.execute(tool.schema.parse(params.arguments ?? {}));
    return { content: [{ type: "text", text }] };
  } catch (err) {
    return { content: [{ type: "text", text: explain(err) }], isError: true };
  }
});

await server.connect(new StdioServerTransport());
