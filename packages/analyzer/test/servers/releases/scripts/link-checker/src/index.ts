#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { checkLink } from "./checker.js";

const server = new McpServer({ name: "link-checker", version: "1.1.2" });

server.registerTool(
  "check_links",
  {
    description: "Request each link and report status and title (titles are untrusted page content)",
    inputSchema: { urls: z.array(z.string().url().max(2000)).min(1).max(20) },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ urls }) => {
    const results = await Promise.allSettled(urls.map(checkLink));
    const report = results.map((r, i) => (r.status === "fulfilled" ? r.value : { url: urls[i], ok: false, status: 0 }));
    return { content: [{ type: "text", text: JSON.stringify({ untrusted: true, report }) }] };
  },
);

await server.connect(new StdioServerTransport());
