import Fastify from "fastify";
import rateLimit from "@fastify/rate-limit";
import { timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
const TEMPLATES = new Map([["mail", "mail.html"], ["invoice", "invoice.html"]]);
const app = Fastify({ bodyLimit: 100_000, logger: { redact: ["req.headers.authorization"] } });
await app.register(rateLimit, { max: 60, timeWindow: "1 minute" });
const expected = Buffer.from(`Bearer ${process.env.MCP_TOKEN ?? ""}`);
app.addHook("onRequest", async (req, reply) => {
  const given = Buffer.from(req.headers.authorization ?? "");
  if (!process.env.MCP_TOKEN || given.length !== expected.length || !timingSafeEqual(given, expected)) return reply.code(401).send();
  const { origin } = req.headers;
  if (origin && origin !== "http://localhost:6274") return reply.code(403).send();
});
async function lines(name: string): Promise<number> {
  const file = TEMPLATES.get(name);
  if (!file) throw new Error("unknown template");
  return (await readFile(join(import.meta.dirname, "templates", file), "utf-8")).split("\n").length;
}
interface Rpc { id: number; method: string; params?: { name: string; arguments?: { template?: string } } }
app.post<{ Body: Rpc }>("/mcp", async (req, reply) => {
  const { id, method, params } = req.body;
  try {
    if (method === "tools/list") return { jsonrpc: "2.0", id, result: { tools: [{ name: "line_count", description: "Counts lines of a template", inputSchema: { type: "object", properties: { template: { type: "string" } } } }] } };
    if (method === "tools/call" && params?.name === "line_count") return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: String(await lines(params.arguments?.template ?? "")) }] } };
    return { jsonrpc: "2.0", id, error: { code: -32601, message: "method not found" } };
  } catch (error) {
    req.log.error(error);
    return reply.code(200).send({ jsonrpc: "2.0", id, error: { code: -32000, message: "tool failed" } });
  }
});
await app.listen({ port: 3333, host: "127.0.0.1" });
