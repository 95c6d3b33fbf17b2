import type { RequestHandler } from "express";
import { createRemoteJWKSet, jwtVerify } from "jose";
const JWKS = createRemoteJWKSet(new URL(`${process.env.ISSUER}/.well-known/jwks.json`));
export const requireScope = (scope: string): RequestHandler => async (req, res, next) => {
  const [scheme, token] = (req.headers.authorization ?? "").split(" ");
  if (scheme !== "Bearer" || !token) {
    res.status(401).set("WWW-Authenticate", "Bearer").end();
    return;
  }
  try {
    const { payload } = await jwtVerify(token, JWKS, { issuer: process.env.ISSUER, audience: "mcp-orders" });
    if (!String(payload.scope ?? "").split(" ").includes(scope)) {
      res.status(403).json({ error: "insufficient_scope" });
      return;
    }
    next();
  } catch (error) {
    console.error("token rejected:", (error as Error).message);
    res.status(401).end();
  }
};
