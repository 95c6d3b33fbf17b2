import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_at: number;
}

const FILE = path.join(os.homedir(), ".calendar-link", "tokens.json");

export function loadTokens(): Tokens | undefined {
  try {
    return JSON.parse(readFileSync(FILE, "utf8")) as Tokens;
  } catch {
    return undefined;
  }
}

export function saveTokens(tokens: Tokens): void {
  mkdirSync(path.dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(tokens, null, 2));
}
