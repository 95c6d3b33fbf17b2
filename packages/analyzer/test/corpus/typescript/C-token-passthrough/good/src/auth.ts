import { createRemoteJWKSet, jwtVerify } from "jose";

const issuer = process.env.OIDC_ISSUER ?? "https://login.acme-books.example";
const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", issuer), { timeoutDuration: 5_000 });

/** A token must be signed by the issuer and made out for this server. */
export async function checkToken(token: string): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(token, keys, { issuer, audience: "ledger-mcp" });
    return String(payload.scope ?? "").split(" ").includes("ledger:read");
  } catch (err) {
    console.error("token refused:", (err as { code?: string }).code ?? "unknown");
    return false;
  }
}
