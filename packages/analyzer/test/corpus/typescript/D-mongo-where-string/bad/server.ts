import { FastMCP } from "fastmcp";
import { MongoClient } from "mongodb";
import { z } from "zod";

const client = new MongoClient(process.env.MONGO_URL ?? "mongodb://127.0.0.1:27017", {
  serverSelectionTimeoutMS: 5_000,
});
const tickets = client.db("support").collection("tickets");

const server = new FastMCP({ name: "tickets", version: "1.1.1" });

server.addTool({
  name: "count_tickets",
  description: "Number of tickets of an owner that are older than some days",
  annotations: { readOnlyHint: true },
  parameters: z.object({
    owner: z.string().min(1).max(80),
    days: z.number().int().min(0).max(3650),
  }),
  execute: async ({ owner, days }) => {
    const before = new Date(Date.now() - days * 86_400_000);
    const count = await tickets.countDocuments(
      {
        opened: { $lt: before },
        $where: "this.owner.toLowerCase() === '" + owner.toLowerCase() + "'",
      },
      { maxTimeMS: 10_000 },
    );
    return `${count} tickets`;
  },
});

await server.start({ transportType: "stdio" });
