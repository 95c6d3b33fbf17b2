import { loadTokens, saveTokens, type Tokens } from "./token-store.js";

const TOKEN_URL = "https://oauth2.googleapis.com/token";

export async function accessToken(clientId: string, clientSecret: string): Promise<string> {
  const current = await loadTokens();
  if (!current) throw new Error("not signed in, run calendar-link login");
  if (current.expires_at > Date.now() + 60_000) return current.access_token;
  const res = await fetch(TOKEN_URL, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: current.refresh_token, client_id: clientId, client_secret: clientSecret }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!res.ok) throw new Error(`token endpoint answered ${res.status}`);
  const fresh = (await res.json()) as { access_token: string; expires_in: number };
  const tokens: Tokens = { access_token: fresh.access_token, refresh_token: current.refresh_token, expires_at: Date.now() + fresh.expires_in * 1000 };
  await saveTokens(tokens);
  return tokens.access_token;
}
