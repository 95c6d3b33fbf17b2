#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { around, errorTimeline, group, summarize } from "./analysis.js";
import { MAX_TEXT } from "./limits.js";
import { parseLog, splitLines } from "./parse.js";
import { guarded, logText, note } from "./reply.js";

const server = new McpServer({ name: "logsift", version: "0.9.0" });
const log = z.string().min(1).max(MAX_TEXT).describe("Excerpt of a log");
const annotations = { readOnlyHint: true, openWorldHint: false };

server.registerTool(
  "summarize_log",
  { description: "Counts the lines of a log excerpt by level and source.", inputSchema: { log }, annotations },
  guarded((args) => logText([JSON.stringify(summarize(parseLog(args.log)), null, 2)])),
);

server.registerTool(
  "group_messages",
  {
    description: "Groups the messages of a log excerpt that differ only in numbers and ids.",
    inputSchema: { log },
    annotations,
  },
  guarded((args) => logText(group(parseLog(args.log)))),
);

server.registerTool(
  "error_timeline",
  { description: "Counts the errors of a log excerpt per minute.", inputSchema: { log }, annotations },
  guarded((args) => {
    const rows = errorTimeline(parseLog(args.log));
    return rows.length > 0 ? logText(rows) : note("There are no errors with a time.");
  }),
);

server.registerTool(
  "around",
  {
    description: "Shows the lines around the first occurrence of a phrase.",
    inputSchema: {
      log,
      phrase: z.string().min(2).max(200),
      context: z.number().int().min(0).max(50).default(5),
    },
    annotations,
  },
  guarded(({ log: text, phrase, context }) => {
    const lines = around(splitLines(text), phrase, context);
    return lines.length > 0 ? logText(lines) : note("The phrase does not occur.");
  }),
);

await server.connect(new StdioServerTransport());
