import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const root = await realpath(process.argv[2] ?? ".");

const server = new McpServer({ name: "checksums", version: "1.0.0" });

server.registerTool(
  "sha256_file",
  {
    description: "SHA-256 and length of a file of the upload folder",
    inputSchema: { file: z.string().min(1).max(255) },
    annotations: { readOnlyHint: true },
  },
  async ({ file }) => {
    const candidate = resolve(root, file);
    if (!candidate.startsWith(root + sep)) {
      return { isError: true, content: [{ type: "text", text: "Not in the upload folder" }] };
    }
    const real = await realpath(candidate);
    const hash = createHash("sha256");
    const stream = createReadStream(real, { end: 64 * 1024 * 1024 });
    await pipeline(stream, hash);
    return { content: [{ type: "text", text: `${hash.digest("hex")} ${stream.bytesRead}` }] };
  },
);

await server.connect(new StdioServerTransport());
