#!/usr/bin/env node
import { StreamableHTTPTransport } from "@hono/mcp";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { guard } from "./guard.js";
import { Relay } from "./relay.js";
import { readSettings } from "./settings.js";
import { buildServer } from "./tools.js";

const settings = readSettings();
const relay = new Relay(settings.relay);
const app = new Hono();

app.use(
  "*",
  guard({
    token: settings.access.token,
    hosts: [`127.0.0.1:${settings.port}`, `localhost:${settings.port}`],
  }),
);
app.use("*", bodyLimit({ maxSize: 64 * 1024 }));

app.post("/mcp", async (c) => {
  const server = buildServer(relay, settings.domains);
  const transport = new StreamableHTTPTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(c);
  return response ?? c.body(null, 202);
});

app.onError((err, c) => {
  console.error("[mailroom]", err.message);
  return c.json({ error: "internal error" }, 500);
});

serve({ fetch: app.fetch, port: settings.port, hostname: "127.0.0.1" }, (info) => {
  console.error(`[mailroom] listening on 127.0.0.1:${info.port}`);
});
