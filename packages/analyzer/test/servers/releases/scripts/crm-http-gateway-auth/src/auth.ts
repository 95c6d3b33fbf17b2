import type { NextFunction, Request, Response } from "express";
import { createRemoteJWKSet, jwtVerify } from "jose";

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

const issuer = required("OIDC_ISSUER");
const audience = required("OIDC_AUDIENCE");
const keys = createRemoteJWKSet(new URL(required("OIDC_JWKS_URL")), { timeoutDuration: 5000 });

export async function authenticate(req: Request, res: Response, next: NextFunction): Promise<void> {
  const [scheme, token] = (req.get("authorization") ?? "").split(" ");
  try {
    if (scheme !== "Bearer" || !token) throw new Error("no bearer token");
    const { payload } = await jwtVerify(token, keys, { issuer, audience, algorithms: ["RS256", "ES256"] });
    const scopes = String(payload.scope ?? "").split(" ");
    if (!scopes.includes("crm:manage")) {
      console.error(`403 for ${String(payload.sub)}`);
      res.status(403).json({ error: "insufficient_scope" });
      return;
    }
    next();
  } catch {
    console.error(`401 ${req.method} ${req.path}`);
    res.set("WWW-Authenticate", "Bearer").status(401).json({ error: "invalid_token" });
  }
}
