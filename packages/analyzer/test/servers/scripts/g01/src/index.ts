import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { createClient } from "./client.js";

const client = createClient({ timeoutMs: 8000 });
const server = new McpServer({ name: "webhooks", version: "1.0.0" });
server.tool("send_webhook", "Sends a test event to a subscriber", { subscriber: z.object({ callback: z.string().url(), event: z.string() }) }, async ({ subscriber: { callback: endpoint, event } }) => {
  const status = await client.post(endpoint, { event });
  return { content: [{ type: "text", text: `status ${status}` }] };
});
await server.connect(new StdioServerTransport());
