import type { RequestHandler } from "express";
import { createRemoteJWKSet, jwtVerify } from "jose";

export interface Principal {
  subject: string;
  scopes: Set<string>;
}

export interface AuthOptions {
  issuer: string;
  audience: string;
  jwksUrl: URL;
  metadataUrl: string;
}

export function bearer(options: AuthOptions): RequestHandler {
  const jwks = createRemoteJWKSet(options.jwksUrl, { timeoutDuration: 5000, cooldownDuration: 30_000 });
  return async (req, res, next) => {
    const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(req.get("authorization") ?? "");
    try {
      if (!match) throw new Error("missing token");
      const { payload } = await jwtVerify(match[1], jwks, {
        issuer: options.issuer,
        audience: options.audience,
        algorithms: ["RS256", "ES256"],
      });
      if (!payload.sub) throw new Error("no subject");
      res.locals.principal = { subject: payload.sub, scopes: new Set(String(payload.scope ?? "").split(" ")) } satisfies Principal;
      next();
    } catch {
      console.error(`401 ${req.method} ${req.path} from ${req.ip}`);
      res
        .status(401)
        .set("WWW-Authenticate", `Bearer resource_metadata="${options.metadataUrl}"`)
        .json({ jsonrpc: "2.0", error: { code: -32001, message: "Unauthorized" }, id: null });
    }
  };
}
