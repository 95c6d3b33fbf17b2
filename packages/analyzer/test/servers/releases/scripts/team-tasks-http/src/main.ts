import express from "express";
import { rateLimit } from "express-rate-limit";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { bearer } from "./auth.js";
import { createMcp } from "./mcp.js";
import { Tasks } from "./tasks.js";

const env = z
  .object({
    PORT: z.coerce.number().int().default(8080),
    PUBLIC_URL: z.string().url().startsWith("https://"),
    OIDC_ISSUER: z.string().url().startsWith("https://"),
    OIDC_JWKS_URL: z.string().url().startsWith("https://"),
  })
  .parse(process.env);

const publicUrl = new URL(env.PUBLIC_URL);
const metadataUrl = new URL("/.well-known/oauth-protected-resource", publicUrl).href;
const tasks = new Tasks();
const app = express();

app.disable("x-powered-by");
app.use(rateLimit({ windowMs: 60_000, limit: 200, standardHeaders: true }));

app.get("/.well-known/oauth-protected-resource", (_req, res) => {
  res.json({ resource: publicUrl.href, authorization_servers: [env.OIDC_ISSUER], scopes_supported: ["tasks:read", "tasks:write"] });
});

app.use("/mcp", bearer({ issuer: env.OIDC_ISSUER, audience: publicUrl.href, jwksUrl: new URL(env.OIDC_JWKS_URL), metadataUrl }));
app.use("/mcp", express.json({ limit: "128kb" }));

app.post("/mcp", async (req, res) => {
  const server = createMcp(tasks, res.locals.principal);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: [publicUrl.host],
    allowedOrigins: [publicUrl.origin],
  });
  res.on("close", () => {
    void transport.close();
    void server.close();
  });
  try {
    await server.connect(transport);
    await transport.handleRequest(req, res, req.body);
  } catch (e) {
    console.error("mcp request failed:", e instanceof Error ? e.name : "error");
    if (!res.headersSent) res.status(500).json({ jsonrpc: "2.0", error: { code: -32603, message: "Internal server error" }, id: null });
  }
});

const http = app.listen(env.PORT, "127.0.0.1", () => console.error(`behind the proxy on 127.0.0.1:${env.PORT}`));
http.requestTimeout = 30_000;
