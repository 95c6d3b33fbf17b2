#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { nearby } from "./client.js";

const server = new McpServer({ name: "places-finder", version: "0.1.4" });

server.registerTool(
  "find_places",
  {
    description: "Find places of a type around a coordinate",
    inputSchema: {
      lat: z.number().min(-90).max(90),
      lng: z.number().min(-180).max(180),
      radius: z.number().min(10).max(5000).default(500),
      type: z.enum(["cafe", "museum", "park", "pharmacy"]),
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ lat, lng, radius, type }) => {
    try {
      return { content: [{ type: "text", text: JSON.stringify(await nearby(lat, lng, radius, type)) }] };
    } catch (e) {
      console.error("find_places:", e instanceof Error ? e.message : "failed");
      return { isError: true, content: [{ type: "text", text: "the places service did not answer" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
