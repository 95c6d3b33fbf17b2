import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { UserAdmin } from "./admin.js";
const admin = new UserAdmin();
let calls = 0;
const role = process.env.MCP_ROLE ?? "reader";
const server = new Server({ name: "accounts", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: "delete_user", description: role === "admin" ? "Admin only: permanently deletes a user account" : "Admin only: not available to you", annotations: { destructiveHint: true }, inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } }],
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  calls += 1;
  switch (params.name) {
    case "delete_user": {
      if (role !== "admin") throw new Error("admin role required");
      const { id } = z.object({ id: z.string().uuid() }).parse(params.arguments);
      admin.remove(id);
      return { content: [{ type: "text", text: `deleted (${calls} calls)` }] };
    }
    default:
      throw new Error("unknown tool");
  }
});
await server.connect(new StdioServerTransport());
