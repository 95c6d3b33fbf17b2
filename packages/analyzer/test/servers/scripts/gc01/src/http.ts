import express from "express";
import { randomUUID } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { requireScope } from "./auth.js";
function build(): McpServer {
  const server = new McpServer({ name: "orders", version: "1.0.0" });
  server.tool("order_state", "State of an order", { id: z.number().int() }, async ({ id }) => ({ content: [{ type: "text", text: id % 2 ? "open" : "sent" }] }));
  return server;
}
const app = express();
app.disable("x-powered-by");
app.use(express.json({ limit: "1mb" }));
const sessions = new Map<string, StreamableHTTPServerTransport>();
const MAX_SESSIONS = 100;
app.post("/mcp", requireScope("mcp"), async (req, res) => {
  const id = req.header("mcp-session-id");
  let transport = id ? sessions.get(id) : undefined;
  if (!transport) {
    if (!isInitializeRequest(req.body) || sessions.size >= MAX_SESSIONS) {
      res.status(400).json({ jsonrpc: "2.0", error: { code: -32000, message: "bad session" }, id: null });
      return;
    }
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableDnsRebindingProtection: true,
      allowedHosts: ["127.0.0.1:3000"],
      allowedOrigins: ["https://app.example.com"],
      onsessioninitialized: (sid) => void sessions.set(sid, transport!),
    });
    transport.onclose = () => void (transport!.sessionId && sessions.delete(transport!.sessionId));
    await build().connect(transport);
  }
  await transport.handleRequest(req, res, req.body);
});
app.listen(3000, "127.0.0.1", () => console.error("listening"));
