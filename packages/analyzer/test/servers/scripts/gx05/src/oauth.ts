import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import keytar from "keytar";
const AUTH = "https://accounts.example.com/o/oauth2/auth";
const TOKEN = "https://accounts.example.com/o/oauth2/token";
const b64 = (b: Buffer) => b.toString("base64url");
const SETTINGS = join(homedir(), ".config", "mail-mcp", "settings.json");
export function startFlow(clientId: string, redirect: string) {
  const verifier = b64(randomBytes(32));
  const state = b64(randomBytes(16));
  const url = new URL(AUTH);
  url.search = new URLSearchParams({ client_id: clientId, redirect_uri: redirect, response_type: "code", scope: "mail.read", state, code_challenge: b64(createHash("sha256").update(verifier).digest()), code_challenge_method: "S256" }).toString();
  return { url: url.href, verifier, state };
}
export function waitForCode(state: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const srv = createServer((req, res) => {
      const url = new URL(req.url ?? "/", `http://127.0.0.1:${port}`);
      if (url.pathname !== "/callback") return void res.writeHead(404).end();
      const code = url.searchParams.get("code");
      if (url.searchParams.get("state") !== state || !code) {
        res.writeHead(400).end("state mismatch");
        return;
      }
      res.end("You can close this window.");
      srv.close();
      resolve(code);
    });
    srv.listen(port, "127.0.0.1");
    setTimeout(() => { srv.close(); reject(new Error("login timed out")); }, 120_000).unref();
  });
}
export async function exchange(code: string, verifier: string, clientId: string, redirect: string): Promise<void> {
  const res = await fetch(TOKEN, { method: "POST", body: new URLSearchParams({ grant_type: "authorization_code", code, code_verifier: verifier, client_id: clientId, redirect_uri: redirect }), signal: AbortSignal.timeout(10_000) });
  if (!res.ok) throw new Error(`token endpoint answered ${res.status}`);
  const { refresh_token } = (await res.json()) as { refresh_token: string };
  await keytar.setPassword("mail-mcp", "refresh", refresh_token);
}
export async function saveSettings(settings: { folder: string }): Promise<void> {
  await mkdir(dirname(SETTINGS), { recursive: true, mode: 0o700 });
  await writeFile(SETTINGS, JSON.stringify(settings), { mode: 0o600 });
  await chmod(SETTINGS, 0o600);
}
export const loadSettings = async (): Promise<{ folder: string }> => JSON.parse(await readFile(SETTINGS, "utf8"));
