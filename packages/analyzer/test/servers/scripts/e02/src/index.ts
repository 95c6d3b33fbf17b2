import { Hono } from "hono";
import { serve } from "@hono/node-server";
import { StreamableHTTPTransport } from "@hono/mcp";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const app = new Hono();
app.use("/mcp", async (c, next) => {
  const origin = c.req.header("origin");
  if (origin && origin !== "http://localhost:5173") return c.text("forbidden", 403);
  const token = c.req.header("authorization")?.slice(7);
  if (token !== "hunter2-Prod-a81fK2mm") return c.json({ error: "unauthorized" }, 401);
  await next();
});
const server = new McpServer({ name: "dice", version: "1.0.0" });
server.tool("roll", "Roll a die", {}, async () => ({ content: [{ type: "text", text: String(1 + Math.floor(Math.random() * 6)) }] }));
app.all("/mcp", async (c) => {
  const transport = new StreamableHTTPTransport();
  await server.connect(transport);
  return transport.handleRequest(c);
});
serve({ fetch: app.fetch, port: 8787, hostname: "127.0.0.1" });
