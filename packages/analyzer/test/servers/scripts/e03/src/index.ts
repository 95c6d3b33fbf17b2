import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { geocode } from "./maps.js";
const key = process.env.MAPS_API_KEY;
if (!key) throw new Error("MAPS_API_KEY is required");
const server = new McpServer({ name: "maps", version: "1.0.0" });
server.tool("geocode_count", "Number of matches of an address", { address: z.string().max(200) }, async ({ address }) => {
  const res = (await geocode(address, key)) as { results: unknown[] };
  return { content: [{ type: "text", text: String(res.results.length) }] };
});
await server.connect(new StdioServerTransport());
