import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { countCall } from "./usage.js";

const FACTS = [
  "Honey does not spoil.",
  "Octopuses have three hearts.",
  "Bananas are berries.",
  "Venus turns backwards.",
];

const server = new McpServer({ name: "daily-facts", version: "1.0.0" });

const fact = server.registerTool(
  "fact_of_the_day",
  {
    description: "A fact of the day",
    inputSchema: { topic: z.string().max(2000).optional() },
    annotations: { readOnlyHint: true },
  },
  async () => {
    countCall(fact);
    const day = Math.floor(Date.now() / 86_400_000);
    return { content: [{ type: "text", text: FACTS[day % FACTS.length] }] };
  },
);

await server.connect(new StdioServerTransport());
