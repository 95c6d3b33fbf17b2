import express from "express";
import { rateLimit } from "express-rate-limit";
import { readFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { find, seed, setPlan } from "./customers.js";

function createServer(): McpServer {
  const server = new McpServer({ name: "crm-http-gateway", version: "1.4.0" });
  server.registerTool(
    "get_customer",
    { description: "Name, e-mail and plan of a customer", inputSchema: { id: z.number().int() }, annotations: { readOnlyHint: true } },
    async ({ id }) => ({ content: [{ type: "text", text: JSON.stringify(find(id) ?? null) }] }),
  );
  server.registerTool(
    "change_plan",
    {
      description: "Change the plan of a customer",
      inputSchema: { id: z.number().int(), plan: z.enum(["free", "team", "enterprise"]) },
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    async ({ id, plan }) => ({ content: [{ type: "text", text: setPlan(id, plan) ? "changed" : "no such customer" }] }),
  );
  return server;
}

if (process.env.CUSTOMERS_FILE) seed(JSON.parse(readFileSync(process.env.CUSTOMERS_FILE, "utf8")));

const host = process.env.BIND_ADDRESS ?? "127.0.0.1";
const port = Number(process.env.PORT ?? 8931);
const allowedHosts = (process.env.ALLOWED_HOSTS ?? `127.0.0.1:${port},localhost:${port}`).split(",");

const app = express();
app.disable("x-powered-by");
app.use(rateLimit({ windowMs: 60_000, limit: 300 }));
app.use(express.json({ limit: "100kb" }));

app.post("/mcp", async (req, res) => {
  const server = createServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableDnsRebindingProtection: true, allowedHosts });
  res.on("close", () => {
    void transport.close();
    void server.close();
  });
  try {
    await server.connect(transport);
    await transport.handleRequest(req, res, req.body);
  } catch {
    console.error("request failed");
    if (!res.headersSent) res.status(500).json({ jsonrpc: "2.0", error: { code: -32603, message: "Internal error" }, id: null });
  }
});

app.listen(port, host, () => console.error(`crm gateway on ${host}:${port}`));
