import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { Store } from "./store.js";

const key = z.string().regex(/^[A-Za-z0-9_.:-]{1,120}$/);
const reply = (value: unknown) => ({ content: [{ type: "text" as const, text: JSON.stringify(value) }] });

export function createServer(store: Store): McpServer {
  const server = new McpServer({ name: "redis-kv", version: "1.3.1" });
  const safe = <A>(fn: (a: A) => Promise<unknown>) => async (a: A) => {
    try {
      return reply(await fn(a));
    } catch (e) {
      console.error("store:", e instanceof Error ? e.name : "error");
      return { isError: true, ...reply("the store is not available") };
    }
  };

  server.registerTool("get", { description: "Value of a key", inputSchema: { key }, annotations: { readOnlyHint: true } }, safe(async (a: { key: string }) => ({ key: a.key, value: await store.get(a.key) })));
  server.registerTool(
    "set",
    {
      description: "Set a key for a time",
      inputSchema: { key, value: z.string().max(50_000), ttlSeconds: z.number().int().min(1).max(604_800).default(86_400) },
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    safe(async (a: { key: string; value: string; ttlSeconds: number }) => {
      await store.set(a.key, a.value, a.ttlSeconds);
      return { key: a.key, expiresIn: a.ttlSeconds };
    }),
  );
  server.registerTool("delete", { description: "Delete a key", inputSchema: { key }, annotations: { destructiveHint: true, idempotentHint: true } }, safe(async (a: { key: string }) => ({ deleted: await store.remove(a.key) })));
  server.registerTool(
    "list_keys",
    { description: "Keys that start with a prefix", inputSchema: { prefix: key, limit: z.number().int().min(1).max(200).default(50) }, annotations: { readOnlyHint: true } },
    safe((a: { prefix: string; limit: number }) => store.keys(a.prefix, a.limit)),
  );
  return server;
}
