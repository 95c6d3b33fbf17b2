import { Hono } from "hono";
import { cors } from "hono/cors";
import { bearerAuth } from "hono/bearer-auth";
import { serve } from "@hono/node-server";
import { StreamableHTTPTransport } from "@hono/mcp";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const token = process.env.MCP_TOKEN;
if (!token) throw new Error("MCP_TOKEN is required");
const app = new Hono();
const ORIGINS = ["https://app.example.com"];
app.use("/mcp", cors({ origin: ORIGINS }));
app.use("/mcp", async (c, next) => {
  const origin = c.req.header("origin");
  if (origin && !ORIGINS.includes(origin)) return c.text("forbidden", 403);
  await next();
});
app.use("/mcp", bearerAuth({ token }));
const server = new McpServer({ name: "dice", version: "1.0.0" });
server.tool("roll", "Roll a die", {}, async () => ({ content: [{ type: "text", text: String(1 + Math.floor(Math.random() * 6)) }] }));
app.get("/health", (c) => c.json({ ok: true }));
app.all("/mcp", async (c) => {
  const transport = new StreamableHTTPTransport();
  await server.connect(transport);
  return transport.handleRequest(c);
});
serve({ fetch: app.fetch, port: 8787, hostname: "127.0.0.1" });
