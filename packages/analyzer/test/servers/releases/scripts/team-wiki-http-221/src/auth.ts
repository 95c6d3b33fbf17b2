import { createHash, timingSafeEqual } from "node:crypto";
import type { NextFunction, Request, Response } from "express";

const digest = (s: string) => createHash("sha256").update(s).digest();
const configured = process.env.WIKI_TOKEN ?? "";
if (configured.length < 24) {
  console.error("WIKI_TOKEN must be set to at least 24 characters");
  process.exit(1);
}
const expected = digest(configured);

export function requireToken(req: Request, res: Response, next: NextFunction): void {
  const header = req.get("authorization") ?? "";
  const token = header.startsWith("Bearer ") ? header.slice(7) : "";
  if (timingSafeEqual(digest(token), expected)) {
    next();
    return;
  }
  console.error(`denied ${req.method} ${req.path}`);
  res.status(401).json({ jsonrpc: "2.0", error: { code: -32001, message: "Unauthorized" }, id: null });
}
