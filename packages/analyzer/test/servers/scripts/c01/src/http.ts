import express from "express";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { z } from "zod";

const server = new McpServer({ name: "orders", version: "1.0.0" });
server.tool("order_state", "State of an order", { id: z.number().int() }, async ({ id }) => ({ content: [{ type: "text", text: id % 2 ? "open" : "sent" }] }));

const app = express();
const transports = new Map<string, SSEServerTransport>();
app.use((req, res, next) => {
  const origin = req.headers.origin;
  if (origin && origin !== "http://localhost:3001") return void res.status(403).end();
  next();
});
app.get("/sse", async (_req, res) => {
  const t = new SSEServerTransport("/messages", res);
  transports.set(t.sessionId, t);
  res.on("close", () => transports.delete(t.sessionId));
  await server.connect(t);
});
app.post("/messages", express.json({ limit: "1mb" }), async (req, res) => {
  const t = transports.get(String(req.query.sessionId));
  if (!t) return void res.status(404).end();
  await t.handlePostMessage(req, res, req.body);
});
app.listen(3001, "127.0.0.1");
