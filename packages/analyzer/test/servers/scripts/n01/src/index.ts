import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { countMatches } from "./grep.js";
const LINES = ["alpha", "beta", "gamma"];
const server = new McpServer({ name: "grep", version: "1.0.0" });
server.tool("grep_count", "Count lines that match", { query: z.string() }, async ({ query }) => ({ content: [{ type: "text", text: `${countMatches(LINES, query)}` }] }));
await server.connect(new StdioServerTransport());
