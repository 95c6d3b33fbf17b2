import express from "express";
import { rateLimit } from "express-rate-limit";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { requireToken } from "./auth.js";
import { page, titles } from "./wiki.js";

function buildServer(): McpServer {
  const server = new McpServer({ name: "team-wiki", version: "2.2.1" });
  server.registerTool("list_pages", { description: "Titles of the wiki pages", inputSchema: {} }, async () => ({
    content: [{ type: "text", text: JSON.stringify(titles()) }],
  }));
  server.registerTool(
    "get_page",
    { description: "Text of one page", inputSchema: { title: z.string().max(80) }, annotations: { readOnlyHint: true } },
    async ({ title }) => {
      const text = page(title);
      if (text === undefined) return { isError: true, content: [{ type: "text", text: "no such page" }] };
      return { content: [{ type: "text", text: JSON.stringify({ title, text }) }] };
    },
  );
  return server;
}

const port = Number(process.env.PORT ?? 4100);
const app = express();
app.use(rateLimit({ windowMs: 60_000, limit: 120 }));
app.use(express.json({ limit: "256kb" }));

app.post("/mcp", requireToken, async (req, res) => {
  const server = buildServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
  });
  res.on("close", () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.listen(port, "127.0.0.1", () => console.error(`team-wiki listens on 127.0.0.1:${port}`));
