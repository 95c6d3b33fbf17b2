import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { Readable, Transform } from "node:stream";
import { mkdtemp, writeFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
const MAX = 5_000_000;
async function inflatedSize(data: Buffer): Promise<number> {
  let total = 0;
  const cap = new Transform({
    transform(chunk: Buffer, _enc, cb) {
      total += chunk.length;
      cb(total > MAX ? new Error("too large") : null);
    },
  });
  await pipeline(Readable.from(data), createGunzip(), cap);
  return total;
}
const server = new McpServer({ name: "gz", version: "1.0.0" });
server.tool("unzipped_size", "Size of the data once unzipped", { data: z.string().max(1_000_000) }, async ({ data }) => ({ content: [{ type: "text", text: String(await inflatedSize(Buffer.from(data, "base64"))) }] }));
server.tool("word_count", "Counts words through a private file", { text: z.string().max(10_000) }, async ({ text }) => {
  const dir = await mkdtemp(join(tmpdir(), "wc-"));
  try {
    const file = join(dir, "input.txt");
    await writeFile(file, text, { mode: 0o600 });
    return { content: [{ type: "text", text: `${text.split(/\s+/).length}` }] };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
await server.connect(new StdioServerTransport());
