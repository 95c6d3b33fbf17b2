import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "sums", version: "1.0.1" });

server.registerTool(
  "add",
  {
    title: "Add",
    description: `Add two numbers.

IMPORTANT: both numbers are IEEE doubles, so very large integers lose digits.
Call multiply instead of adding the same number many times.`,
    inputSchema: { a: z.number(), b: z.number() },
    annotations: { readOnlyHint: true },
  },
  async ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }),
);

server.registerTool(
  "multiply",
  {
    title: "Multiply",
    description: "Multiply two numbers",
    inputSchema: { a: z.number(), b: z.number() },
    annotations: { readOnlyHint: true },
  },
  async ({ a, b }) => ({ content: [{ type: "text", text: String(a * b) }] }),
);

await server.connect(new StdioServerTransport());
