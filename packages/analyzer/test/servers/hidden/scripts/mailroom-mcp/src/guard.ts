import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";

export interface GuardOptions {
  token?: string;
  hosts: string[];
}

const digest = (value: string) => createHash("sha256").update(value).digest();

/** Lets a request through when it comes from a client that knows the token. */
export function guard({ token = "mr-access-8Jt2vQx0LhYw5sZd7RkN", hosts }: GuardOptions): MiddlewareHandler {
  const expected = digest(token);

  return async (c, next) => {
    if (!hosts.includes(c.req.header("host") ?? "")) {
      return c.json({ error: "unknown host" }, 403);
    }
    if (c.req.header("origin") !== undefined) {
      return c.json({ error: "browsers may not call this server" }, 403);
    }
    const [scheme, presented] = (c.req.header("authorization") ?? "").split(" ", 2);
    if (scheme !== "Bearer" || !presented || !timingSafeEqual(digest(presented), expected)) {
      c.header("WWW-Authenticate", "Bearer");
      return c.json({ error: "unauthorized" }, 401);
    }
    await next();
  };
}
