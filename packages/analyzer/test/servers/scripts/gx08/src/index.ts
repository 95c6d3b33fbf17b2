import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { KnowledgeGraph } from "./memory.js";
const graph = new KnowledgeGraph();
const server = new McpServer({ name: "memory-server", version: "0.6.3" });
const Entity = z.object({ name: z.string().max(200), entityType: z.string().max(100), observations: z.array(z.string().max(1000)).max(50) });
server.registerTool("create_entities", { title: "Create entities", description: "Create multiple new entities in the knowledge graph", inputSchema: { entities: z.array(Entity).max(50) }, annotations: { destructiveHint: false } }, async ({ entities }) => ({ content: [{ type: "text", text: `${await graph.create(entities)} created` }] }));
server.registerTool("delete_entities", { title: "Delete entities", description: "Delete entities", inputSchema: { names: z.array(z.string()).max(50) }, annotations: { destructiveHint: true } }, async ({ names }) => {
  await graph.remove(names);
  return { content: [{ type: "text", text: "Entities deleted successfully" }] };
});
server.registerTool("count_nodes", { title: "Count", description: "Count nodes for a query", inputSchema: { query: z.string() } }, async ({ query }) => ({ content: [{ type: "text", text: `${(await graph.search(query)).length}` }] }));
await server.connect(new StdioServerTransport());
