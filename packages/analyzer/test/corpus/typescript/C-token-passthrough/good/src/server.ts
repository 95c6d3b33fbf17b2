import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { rateLimit } from "express-rate-limit";
import { z } from "zod";
import { checkToken } from "./auth.js";
import { LedgerClient } from "./ledger-client.js";

function buildServer(): McpServer {
  const ledger = new LedgerClient();
  const server = new McpServer({ name: "ledger", version: "0.6.2" });
  server.registerTool(
    "account_balance",
    {
      description: "Balance of a ledger account",
      inputSchema: { account: z.number().int().positive() },
      annotations: { readOnlyHint: true },
    },
    async ({ account }) => ({ content: [{ type: "text", text: String(await ledger.balance(account)) }] }),
  );
  return server;
}

const app = express();
app.use(rateLimit({ windowMs: 60_000, limit: 120 }));
app.use(express.json({ limit: "100kb" }));
app.post("/mcp", async (req, res) => {
  const token = /^Bearer (\S+)$/.exec(req.get("authorization") ?? "")?.[1];
  if (!token || !(await checkToken(token))) {
    res.status(401).json({ error: "unauthorized" });
    return;
  }
  const server = buildServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ["127.0.0.1:7020"],
    allowedOrigins: ["http://127.0.0.1:7020"],
  });
  res.on("close", () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});
app.listen(7020, "127.0.0.1");
