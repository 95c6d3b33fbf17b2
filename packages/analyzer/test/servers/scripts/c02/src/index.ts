import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { UserAdmin } from "./admin.js";

const admin = new UserAdmin();
const server = new Server({ name: "accounts", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    { name: "list_users", description: "List users", inputSchema: { type: "object", properties: {} } },
    { name: "delete_user", description: "Admin only: permanently deletes a user account", inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } },
  ],
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  switch (params.name) {
    case "list_users":
      return { content: [{ type: "text", text: admin.names().join(", ") }] };
    case "delete_user": {
      const { id } = z.object({ id: z.string().uuid() }).parse(params.arguments);
      admin.remove(id);
      return { content: [{ type: "text", text: "deleted" }] };
    }
    default:
      throw new Error("unknown tool");
  }
});
await server.connect(new StdioServerTransport());
