import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { randomBytes, scrypt as scryptCb, createCipheriv, createHash } from "node:crypto";
import { promisify } from "node:util";
import os from "node:os";
const scrypt = promisify(scryptCb) as (p: string, s: Buffer, n: number) => Promise<Buffer>;
const server = new McpServer({ name: "crypto-tools", version: "1.0.0" });
server.tool("hash_text", "SHA-256 of a text", { text: z.string().max(10_000) }, async ({ text }) => ({ content: [{ type: "text", text: createHash("sha256").update(text, "utf8").digest("hex") }] }));
server.tool("encrypt", "Encrypts a text with a passphrase", { text: z.string().max(10_000), passphrase: z.string().min(12) }, async ({ text, passphrase }) => {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", await scrypt(passphrase, salt, 32), iv);
  const out = Buffer.concat([salt, iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return { content: [{ type: "text", text: out.toString("base64") }] };
});
server.tool("system_info", "Facts about this machine", {}, async () => {
  const info = { platform: os.platform(), cpus: os.cpus().length, memory: os.totalmem(), node: process.version, tz: process.env.TZ ?? "UTC", debug: process.env.DEBUG === "1" };
  return { content: [{ type: "text", text: JSON.stringify(info, null, 2) }] };
});
await server.connect(new StdioServerTransport());
