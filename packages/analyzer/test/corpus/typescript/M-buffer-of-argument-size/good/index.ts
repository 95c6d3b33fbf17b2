import { createHash } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const MAX_SIZE = 1024 * 1024;

const server = new McpServer({ name: "test-blobs", version: "1.0.0" });

server.registerTool(
  "blob_hash",
  {
    description: "SHA-256 of a blob of a size that consists of one repeated byte",
    inputSchema: {
      size: z.number().int().nonnegative().describe("Size in bytes"),
      fill: z.number().int().min(0).max(255).default(0),
    },
    annotations: { readOnlyHint: true },
  },
  async ({ size, fill }) => {
    const length = Math.min(size, MAX_SIZE);
    const blob = Buffer.alloc(length, fill);
    const hash = createHash("sha256").update(blob).digest("hex");
    return { content: [{ type: "text", text: hash }] };
  },
);

await server.connect(new StdioServerTransport());
