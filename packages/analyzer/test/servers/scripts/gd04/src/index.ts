import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import neo4j from "neo4j-driver";
import { MongoClient, ObjectId } from "mongodb";
const driver = neo4j.driver(process.env.NEO4J_URI!, neo4j.auth.basic("neo4j", process.env.NEO4J_PASSWORD!));
const mongo = new MongoClient(process.env.MONGO_URL!);
const LABELS = ["Person", "Movie"] as const;
const server = new McpServer({ name: "graph", version: "0.2.0" });
server.tool("count_neighbours", { label: z.enum(LABELS), name: z.string() }, async ({ label, name }) => {
  const session = driver.session({ defaultAccessMode: neo4j.session.READ });
  try {
    const res = await session.run(`MATCH (n:${label} {name: $name})--(m) RETURN count(m) AS c`, { name });
    return { content: [{ type: "text", text: String(res.records[0]?.get("c")) }] };
  } finally {
    await session.close();
  }
});
server.tool("order_count", { customer: z.string(), status: z.string() }, async ({ customer, status }) => {
  const n = await mongo.db("shop").collection("orders").countDocuments({ customer: new ObjectId(customer), status: { $eq: status } });
  return { content: [{ type: "text", text: String(n) }] };
});
await server.connect(new StdioServerTransport());
