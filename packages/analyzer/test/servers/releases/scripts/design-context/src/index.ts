#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { DesignService } from "./services/design.js";

export function createServer(service: DesignService): McpServer {
  const server = new McpServer({ name: "design-context", version: "0.6.2" });
  server.tool(
    "get_design_node",
    "Summarise one node of a design file",
    {
      fileKey: z.string().describe("The key of the file, as found in its url: /file/<fileKey>/..."),
      nodeId: z.string().describe("The id of the node, as found in the url parameter node-id"),
    },
    async ({ fileKey, nodeId }) => {
      try {
        const summary = await service.getNode(fileKey, nodeId);
        return { content: [{ type: "text", text: JSON.stringify(summary) }] };
      } catch {
        return { isError: true, content: [{ type: "text", text: "The design file could not be fetched" }] };
      }
    },
  );
  return server;
}

const token = process.env.DESIGN_TOKEN;
if (!token) {
  console.error("DESIGN_TOKEN is not set");
  process.exit(1);
}
await createServer(new DesignService(token)).connect(new StdioServerTransport());
