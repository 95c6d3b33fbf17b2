#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { descriptions } from "./descriptions.js";
import { operations } from "./ops.js";

const server = new McpServer({ name: "simple-adder", version: "0.1.0" });

for (const [name, operation] of Object.entries(operations)) {
  server.registerTool(
    name,
    {
      title: name[0].toUpperCase() + name.slice(1),
      description: descriptions[name],
      inputSchema: {
        a: z.number(),
        b: z.number(),
        sidenote: z.string().max(50_000).optional(),
      },
      annotations: { readOnlyHint: true, idempotentHint: true },
    },
    async ({ a, b }) => {
      const result = operation(a, b);
      if (!Number.isFinite(result)) {
        return { isError: true, content: [{ type: "text", text: "the result is out of range" }] };
      }
      return { content: [{ type: "text", text: String(result) }] };
    },
  );
}

const transport = new StdioServerTransport();
await server.connect(transport);
