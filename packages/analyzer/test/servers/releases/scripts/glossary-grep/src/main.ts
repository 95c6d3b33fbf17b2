#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { search } from "./search.js";

const server = new McpServer({ name: "glossary-grep", version: "0.5.0" });

server.registerTool(
  "search_glossary",
  {
    description: "Find entries of the glossary by pattern",
    inputSchema: {
      pattern: z.string().min(1).max(200),
      ignoreCase: z.boolean().default(true),
      max: z.number().int().min(1).max(50).default(10),
    },
    annotations: { readOnlyHint: true },
  },
  async ({ pattern, ignoreCase, max }) => {
    try {
      return { content: [{ type: "text", text: JSON.stringify(search(pattern, { ignoreCase, max })) }] };
    } catch {
      console.error("search_glossary: bad pattern");
      return { isError: true, content: [{ type: "text", text: "the pattern is not valid" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
