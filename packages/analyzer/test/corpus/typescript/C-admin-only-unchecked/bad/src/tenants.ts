import type { OAuthTokenVerifier } from "@modelcontextprotocol/sdk/server/auth/provider.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { createRemoteJWKSet, jwtVerify } from "jose";

const issuer = process.env.OIDC_ISSUER ?? "https://login.internal";
const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", issuer), { timeoutDuration: 5_000 });

export const verifier: OAuthTokenVerifier = {
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const { payload } = await jwtVerify(token, keys, { issuer, audience: "tenants-mcp" });
    return {
      token,
      clientId: String(payload.sub),
      scopes: String(payload.scope ?? "").split(" "),
      expiresAt: payload.exp,
    };
  },
};

const rows = new Set<string>();

export const tenants = {
  count: async (): Promise<number> => rows.size,
  purge: async (id: string): Promise<boolean> => rows.delete(id),
};
