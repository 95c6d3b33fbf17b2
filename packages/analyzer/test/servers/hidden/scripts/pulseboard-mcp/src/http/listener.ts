import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Config } from "../config.js";
import { BodyError, readJson } from "./body.js";
import { examine } from "./gate.js";
import type { Sessions } from "./sessions.js";

function answer(res: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  if (res.headersSent) return;
  res.writeHead(status, { "Content-Type": "application/json", ...headers });
  res.end(JSON.stringify({ error: message }));
}

async function handle(req: IncomingMessage, res: ServerResponse, config: Config, sessions: Sessions): Promise<void> {
  const refusal = examine(req, config);
  if (refusal) return answer(res, refusal.status, refusal.message, refusal.headers);
  if (req.url !== "/mcp") return answer(res, 404, "not found");

  const id = req.headers["mcp-session-id"];
  const existing = sessions.find(Array.isArray(id) ? id[0] : id);

  if (req.method === "GET" || req.method === "DELETE") {
    if (!existing) return answer(res, 404, "unknown session");
    return existing.handleRequest(req, res);
  }
  if (req.method !== "POST") return answer(res, 405, "method not allowed");

  const body = await readJson(req);
  if (existing) return existing.handleRequest(req, res, body);
  if (id !== undefined) return answer(res, 404, "unknown session");
  if (!isInitializeRequest(body)) return answer(res, 400, "expected an initialize request");
  if (sessions.full) return answer(res, 503, "too many sessions");
  const transport = await sessions.begin();
  return transport.handleRequest(req, res, body);
}

export function createListener(config: Config, sessions: Sessions): Server {
  const server = createServer((req, res) => {
    handle(req, res, config, sessions).catch((err: unknown) => {
      if (err instanceof BodyError) {
        answer(res, err.status, err.message, { Connection: "close" });
        return;
      }
      console.error("[pulseboard]", err instanceof Error ? err.message : "unknown failure");
      answer(res, 500, "internal error");
    });
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.maxConnections = 200;
  return server;
}
