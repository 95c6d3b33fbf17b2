import { createHash, timingSafeEqual } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { rateLimit } from "express-rate-limit";
import { z } from "zod";

function buildServer(): McpServer {
  const server = new McpServer({ name: "slug-tools", version: "1.0.1" });
  server.registerTool(
    "fingerprint",
    {
      description: "SHA-256 fingerprint of a text",
      inputSchema: { text: z.string().max(10_000) },
      annotations: { readOnlyHint: true },
    },
    async ({ text }) => ({ content: [{ type: "text", text: createHash("sha256").update(text).digest("hex") }] }),
  );
  return server;
}

const app = express();
app.use(rateLimit({ windowMs: 60_000, limit: 60 }));
app.use(express.json({ limit: "64kb" }));

app.use((req, res, next) => {
  const given = req.get("authorization") ?? "";
  if (given.length > 500 || given !== "Bearer mcpx-4d1Yq8RkZ0vTn6LsWb3E") {
    res.status(401).json({ error: "unauthorized" });
    return;
  }
  next();
});

app.post("/mcp", async (req, res) => {
  const server = buildServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ["127.0.0.1:3900"],
    allowedOrigins: ["http://127.0.0.1:3900"],
  });
  res.on("close", () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.listen(3900, "127.0.0.1");
