#!/usr/bin/env node
import os from "node:os";
import path from "node:path";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { KnowledgeGraph, type Entity } from "./graph.js";

const graph = new KnowledgeGraph(process.env.MEMORY_FILE_PATH ?? path.join(os.homedir(), ".memory-graph", "graph.json"));
await graph.load();

const short = { type: "string", maxLength: 200 };
const str = (v: unknown, max = 200): string => {
  if (typeof v !== "string" || v.length === 0 || v.length > max) throw new TypeError("a text is missing or too long");
  return v;
};

function entity(v: any): Entity {
  const observations = Array.isArray(v?.observations) ? v.observations.slice(0, 50).map((o: unknown) => str(o, 1000)) : [];
  return { name: str(v?.name), entityType: str(v?.entityType), observations };
}

const server = new Server({ name: "memory-graph", version: "0.6.3" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "create_entities",
      description: "Create entities in the knowledge graph",
      inputSchema: { type: "object", properties: { entities: { type: "array", maxItems: 100, items: { type: "object" } } }, required: ["entities"] },
      annotations: { destructiveHint: false },
    },
    {
      name: "create_relation",
      description: "Relate two entities. Create the entities first.",
      inputSchema: { type: "object", properties: { from: short, to: short, relationType: short }, required: ["from", "to", "relationType"] },
      annotations: { destructiveHint: false },
    },
    {
      name: "delete_entity",
      description: "Delete an entity with its relations",
      inputSchema: { type: "object", properties: { name: short }, required: ["name"] },
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    {
      name: "search_nodes",
      description: "Find entities by a text in their name, type or observations",
      inputSchema: { type: "object", properties: { query: short }, required: ["query"] },
      annotations: { readOnlyHint: true },
    },
  ],
}));

async function dispatch(name: string, args: any): Promise<unknown> {
  switch (name) {
    case "create_entities":
      if (!Array.isArray(args.entities)) throw new TypeError("entities has to be a list");
      return { added: await graph.addEntities(args.entities.slice(0, 100).map(entity)) };
    case "create_relation":
      return { added: await graph.addRelation({ from: str(args.from), to: str(args.to), relationType: str(args.relationType) }) };
    case "delete_entity":
      return { deleted: await graph.removeEntity(str(args.name)) };
    case "search_nodes":
      return { entities: graph.search(str(args.query)) };
    default:
      throw new TypeError(`unknown tool ${name}`);
  }
}

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  try {
    return { content: [{ type: "text", text: JSON.stringify(await dispatch(params.name, params.arguments ?? {})) }] };
  } catch (e) {
    console.error(`${params.name} failed: ${(e as Error).name}`);
    return { isError: true, content: [{ type: "text", text: e instanceof TypeError ? e.message : "the graph could not be changed" }] };
  }
});

await server.connect(new StdioServerTransport());
