import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { rateLimit } from "express-rate-limit";
import { z } from "zod";

const deployments = new Map<string, { service: string; at: string }>();

function buildServer(): McpServer {
  const server = new McpServer({ name: "deployer", version: "2.1.0" });
  server.registerTool(
    "start_deployment",
    {
      description: "Queue a deployment of a service to staging",
      inputSchema: { service: z.enum(["web", "worker", "search"]) },
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
    async ({ service }) => {
      if (deployments.size >= 100) return { isError: true, content: [{ type: "text", text: "The queue is full" }] };
      const id = crypto.randomUUID();
      deployments.set(id, { service, at: new Date().toISOString() });
      return { content: [{ type: "text", text: `Queued ${id}` }] };
    },
  );
  return server;
}

const app = express();
app.use(rateLimit({ windowMs: 60_000, limit: 60 }));
app.use(express.json({ limit: "256kb" }));

app.post("/mcp", async (req, res) => {
  const server = buildServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: ["deployer.internal"],
    allowedOrigins: ["https://ops.internal"],
  });
  res.on("close", () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.listen(8080, "0.0.0.0");
