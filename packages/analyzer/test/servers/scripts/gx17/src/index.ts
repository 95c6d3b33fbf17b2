import pino from "pino";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { FetchClient } from "./di.js";
import { SentryService } from "./sentry.js";
const log = pino({ redact: ["token"] }, pino.destination(2));
const token = process.env.SENTRY_AUTH_TOKEN;
if (!token) {
  log.fatal("SENTRY_AUTH_TOKEN is missing");
  process.exit(1);
}
const sentry = new SentryService(new FetchClient("https://sentry.io", token, log));
const server = new McpServer({ name: "sentry", version: "1.0.0" });
server.tool("unresolved_count", "Number of unresolved issues", { org: z.string(), project: z.string() }, async ({ org, project }) => ({ content: [{ type: "text", text: `${await sentry.unresolved(org, project)}` }] }));
await server.connect(new StdioServerTransport());
