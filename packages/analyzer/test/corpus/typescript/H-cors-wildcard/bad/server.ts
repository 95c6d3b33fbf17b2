import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import cors from "cors";
import express from "express";
import { rateLimit } from "express-rate-limit";
import { z } from "zod";

const PANEL = "https://panel.acme-tools.example";
const token = process.env.DICE_TOKEN;
if (!token) throw new Error("DICE_TOKEN is not set");
const digest = (text: string) => createHash("sha256").update(text).digest();
const wanted = digest(`Bearer ${token}`);

function buildServer(): McpServer {
  const server = new McpServer({ name: "dice", version: "1.0.0" });
  server.registerTool(
    "roll",
    { description: "Roll a die", inputSchema: { sides: z.number().int().min(2).max(100) }, annotations: { readOnlyHint: true } },
    async ({ sides }) => ({ content: [{ type: "text", text: String(randomInt(1, sides + 1)) }] }),
  );
  return server;
}

const app = express();
app.use(rateLimit({ windowMs: 60_000, limit: 60 }));
app.use(cors({ origin: "*", exposedHeaders: ["Mcp-Session-Id"] }));
app.use(express.json({ limit: "64kb" }));

app.post("/mcp", async (req, res) => {
  if (!timingSafeEqual(digest(req.get("authorization") ?? ""), wanted)) {
    res.status(401).json({ error: "unauthorized" });
    return;
  }
  const server = buildServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ["127.0.0.1:6060"],
    allowedOrigins: [PANEL],
  });
  res.on("close", () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.listen(6060, "127.0.0.1");
