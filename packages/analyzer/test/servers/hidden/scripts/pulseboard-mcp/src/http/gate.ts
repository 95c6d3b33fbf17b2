import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Config } from "../config.js";

export interface Refusal {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

function sameSecret(a: string, b: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Decides whether a request may pass; returns why it may not. */
export function examine(req: IncomingMessage, config: Config): Refusal | undefined {
  if (!config.hosts.has(req.headers.host ?? "")) {
    return { status: 421, message: "unknown host" };
  }
  const { origin } = req.headers;
  if (origin !== undefined && !config.origins.has(origin)) {
    return { status: 403, message: "origin not allowed" };
  }
  const match = /^Bearer (\S{1,256})$/.exec(req.headers.authorization ?? "");
  if (!match || !sameSecret(match[1], config.accessToken)) {
    return { status: 401, message: "unauthorized", headers: { "WWW-Authenticate": "Bearer" } };
  }
  return undefined;
}
