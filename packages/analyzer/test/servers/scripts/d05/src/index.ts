import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import neo4j, { type Driver } from "neo4j-driver";

const driver: Driver = neo4j.driver(process.env.NEO4J_URI!, neo4j.auth.basic("neo4j", process.env.NEO4J_PASSWORD!));
const cypher = (strings: TemplateStringsArray, ...values: unknown[]) => strings.reduce((a, s, i) => a + s + (i < values.length ? String(values[i]) : ""), "");

const server = new McpServer({ name: "graph", version: "0.2.0" });
server.tool("count_neighbours", { label: z.string(), id: z.number().int() }, async ({ label, id }) => {
  const session = driver.session({ defaultAccessMode: neo4j.session.READ });
  try {
    const q = cypher`MATCH (n:${label} {id: $id})--(m) RETURN count(m) AS c`;
    const res = await session.run(q, { id });
    return { content: [{ type: "text", text: String(res.records[0]?.get("c")) }] };
  } finally {
    await session.close();
  }
});
await server.connect(new StdioServerTransport());
