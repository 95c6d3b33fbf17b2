import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { rateLimit } from "express-rate-limit";
import { z } from "zod";
import { tenants, verifier } from "./tenants.js";

function buildServer(): McpServer {
  const server = new McpServer({ name: "tenants", version: "4.0.1" });

  server.registerTool(
    "count_tenants",
    { description: "Number of tenants", inputSchema: {}, annotations: { readOnlyHint: true } },
    async () => ({ content: [{ type: "text", text: String(await tenants.count()) }] }),
  );

  server.registerTool(
    "purge_tenant",
    {
      description: "Admins only: remove a tenant and all of its data. Cannot be undone.",
      inputSchema: { tenantId: z.string().uuid(), confirm: z.literal("purge") },
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
    async ({ tenantId }, extra) => {
      if (!extra.authInfo?.scopes.includes("tenants:admin")) {
        return { isError: true, content: [{ type: "text", text: "Not permitted" }] };
      }
      console.error("purge of %s by %s", tenantId, extra.authInfo.clientId);
      await tenants.purge(tenantId);
      return { content: [{ type: "text", text: "Purged" }] };
    },
  );
  return server;
}

const app = express();
app.use(rateLimit({ windowMs: 60_000, limit: 60 }));
app.use(express.json({ limit: "100kb" }));
app.post("/mcp", requireBearerAuth({ verifier }), async (req, res) => {
  const server = buildServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ["127.0.0.1:8931"],
    allowedOrigins: ["http://127.0.0.1:8931"],
  });
  res.on("close", () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});
app.listen(8931, "127.0.0.1");
