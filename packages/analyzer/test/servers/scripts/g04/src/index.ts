import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { BrowserPool } from "./screenshot.js";
const pool = new BrowserPool();
const server = new McpServer({ name: "title-length", version: "1.0.0" });
server.tool("title_length", "Length of the title of a dashboard", { dashboard: z.string() }, async (p) => ({ content: [{ type: "text", text: String(await pool.title(p.dashboard)) }] }));
await server.connect(new StdioServerTransport());
