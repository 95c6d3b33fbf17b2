#!/usr/bin/env node
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express, { type NextFunction, type Request, type Response } from "express";
import { LedgerApi } from "./api.js";
import { authenticate, checkOrigin } from "./auth.js";
import { loadConfig } from "./config.js";
import { createServer } from "./server.js";

const config = loadConfig();
const api = new LedgerApi(config.apiUrl, config.apiKey);
const app = express();

app.disable("x-powered-by");
app.use(checkOrigin(config.allowedOrigins));
app.use(authenticate(config.keys));
app.use(express.json({ limit: "128kb" }));

app.post("/mcp", async (req: Request, res: Response, next: NextFunction) => {
  try {
    const server = createServer({ api, principal: req.principal!, maxRefund: config.maxRefund });
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
      enableDnsRebindingProtection: true,
      allowedHosts: config.allowedHosts,
    });
    res.on("close", () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(req, res, req.body);
  } catch (err) {
    next(err);
  }
});

app.all("/mcp", (_req, res) => {
  res.status(405).json({ error: "method not allowed" });
});

app.use((err: unknown, _req: Request, res: Response, _next: NextFunction) => {
  console.error("[ledgerline]", err instanceof Error ? err.message : "unknown error");
  if (!res.headersSent) res.status(500).json({ error: "internal error" });
});

const listener = app.listen(config.port, "127.0.0.1", () => {
  console.error(`[ledgerline] listening on 127.0.0.1:${config.port}`);
});
listener.requestTimeout = 30_000;
listener.headersTimeout = 10_000;
