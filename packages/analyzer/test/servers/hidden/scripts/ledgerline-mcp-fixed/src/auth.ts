import { createHash, timingSafeEqual } from "node:crypto";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import type { KeyEntry, Role } from "./config.js";

export interface Principal {
  name: string;
  role: Role;
}

declare module "express-serve-static-core" {
  interface Request {
    principal?: Principal;
  }
}

function lookUp(keys: KeyEntry[], presented: string): Principal | undefined {
  const digest = createHash("sha256").update(presented).digest();
  let found: Principal | undefined;
  for (const key of keys) {
    if (timingSafeEqual(digest, Buffer.from(key.sha256, "hex"))) {
      found = { name: key.name, role: key.role };
    }
  }
  return found;
}

export function authenticate(keys: KeyEntry[]): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const match = /^Bearer ([A-Za-z0-9_-]{20,128})$/.exec(req.headers.authorization ?? "");
    const principal = match ? lookUp(keys, match[1]) : undefined;
    if (!principal) {
      res.setHeader("WWW-Authenticate", "Bearer");
      res.status(401).json({ error: "unauthorized" });
      return;
    }
    req.principal = principal;
    next();
  };
}

/** Browsers send Origin; anything not on the list is turned away. */
export function checkOrigin(allowed: string[]): RequestHandler {
  return (req, res, next) => {
    const origin = req.headers.origin;
    if (origin !== undefined && !allowed.includes(origin)) {
      res.status(403).json({ error: "origin not allowed" });
      return;
    }
    next();
  };
}

export function mayUse(principal: Principal, roles: readonly Role[]): boolean {
  return roles.includes(principal.role);
}
