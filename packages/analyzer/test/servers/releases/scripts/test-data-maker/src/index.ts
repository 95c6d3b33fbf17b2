#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { generate } from "./generate.js";

const server = new McpServer({ name: "test-data-maker", version: "0.3.1" });

server.registerTool(
  "make_value",
  {
    title: "Make a value",
    description: "Make one random e-mail address, number or word",
    inputSchema: {
      kind: z.enum(["email", "number", "word"]),
      length: z.number().int().positive().default(12).describe("Length of a word"),
    },
    annotations: { readOnlyHint: true, idempotentHint: false },
  },
  async ({ kind, length }) => ({ content: [{ type: "text", text: generate(kind, length) }] }),
);

server.registerTool(
  "list_kinds",
  { title: "Kinds", description: "Kinds of values that can be made", inputSchema: {}, annotations: { readOnlyHint: true } },
  async () => ({ content: [{ type: "text", text: "email, number, word" }] }),
);

await server.connect(new StdioServerTransport());
