import Koa from "koa";
import bodyParser from "koa-bodyparser";
import got from "got";
import { timingSafeEqual, createHash } from "node:crypto";
const app = new Koa();
const TENANTS: Record<string, string> = { eu: "eu.example.com", us: "us.example.com" };
const sha = (s: string) => createHash("sha256").update(s).digest();
app.use(async (ctx, next) => {
  const key = process.env.API_KEY;
  if (!key || !timingSafeEqual(sha(ctx.get("x-api-key")), sha(key))) ctx.throw(401);
  const origin = ctx.get("origin");
  if (origin && origin !== "http://127.0.0.1:8080") ctx.throw(403);
  await next();
});
app.use(bodyParser({ jsonLimit: "256kb" }));
async function feedItems({ tenant }: { tenant?: string }): Promise<string> {
  const host = TENANTS[tenant ?? "eu"];
  if (!host) throw new Error("unknown tenant");
  const feed = await got(`https://${host}/feed.json`, { timeout: { request: 4000 }, followRedirect: false }).json<{ items: unknown[] }>();
  return `${feed.items.length}`;
}
app.use(async (ctx) => {
  const rpc = ctx.request.body as any;
  if (rpc.method === "tools/list") ctx.body = { jsonrpc: "2.0", id: rpc.id, result: { tools: [{ name: "feed_items", description: "Number of feed items", inputSchema: { type: "object" } }] } };
  else if (rpc.method === "tools/call" && rpc.params.name === "feed_items") ctx.body = { jsonrpc: "2.0", id: rpc.id, result: { content: [{ type: "text", text: await feedItems(rpc.params.arguments) }] } };
  else ctx.body = { jsonrpc: "2.0", id: rpc.id, error: { code: -32601, message: "unknown" } };
});
app.listen(8080, "127.0.0.1");
