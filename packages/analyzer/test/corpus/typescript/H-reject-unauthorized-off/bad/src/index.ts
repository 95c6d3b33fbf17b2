import https from "node:https";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import axios from "axios";
import { z } from "zod";

const api = axios.create({
  baseURL: "https://inventory.acme-tools.example/api",
  timeout: 10_000,
  maxRedirects: 0,
  maxContentLength: 1_000_000,
  headers: { authorization: `Bearer ${process.env.INVENTORY_TOKEN ?? ""}` },
  httpsAgent: new https.Agent({ keepAlive: true, rejectUnauthorized: false }),
});

const server = new McpServer({ name: "inventory", version: "1.0.3" });

server.tool(
  "stock_of",
  "Units of an article in stock",
  { article: z.number().int().positive() },
  { readOnlyHint: true, openWorldHint: true },
  async ({ article }) => {
    const { data } = await api.get<{ units: number }>(`/articles/${article}/stock`);
    return { content: [{ type: "text", text: String(Number(data.units)) }] };
  },
);

await server.connect(new StdioServerTransport());
