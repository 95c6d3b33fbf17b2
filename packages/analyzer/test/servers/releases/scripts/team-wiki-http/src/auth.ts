import type { NextFunction, Request, Response } from "express";

export function requireToken(req: Request, res: Response, next: NextFunction): void {
  const header = req.get("authorization") ?? "";
  const token = header.startsWith("Bearer ") ? header.slice(7) : "";
  if (token === "wk_7Qm2ZrT9bXe4LpV8sYc1NdHf") {
    next();
    return;
  }
  console.error(`denied ${req.method} ${req.path}`);
  res.status(401).json({ jsonrpc: "2.0", error: { code: -32001, message: "Unauthorized" }, id: null });
}
