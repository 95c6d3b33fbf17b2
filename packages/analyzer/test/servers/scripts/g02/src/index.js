const express = require("express");
const { randomUUID } = require("crypto");
const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StreamableHTTPServerTransport } = require("@modelcontextprotocol/sdk/server/streamableHttp.js");
const { z } = require("zod");
const { probe } = require("./probe");
const { requireAuth } = require("./auth");

function build() {
  const server = new McpServer({ name: "uptime", version: "1.0.0" });
  server.registerTool("check_site", { description: "Check that a site is up", inputSchema: { host: z.string(), port: z.number().int().optional() } }, ({ host, port }) => probe(host, port).then((ms) => ({ content: [{ type: "text", text: `up in ${ms} ms` }] })));
  return server;
}
const app = express();
app.use(express.json({ limit: "1mb" }));
app.use(requireAuth);
app.post("/mcp", async (req, res) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID(), enableDnsRebindingProtection: true, allowedHosts: ["127.0.0.1:3000"] });
  await build().connect(transport);
  await transport.handleRequest(req, res, req.body);
});
app.listen(3000, "127.0.0.1");
