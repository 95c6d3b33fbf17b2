import keytar from "keytar";

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_at: number;
}

const SERVICE = "calendar-link";
const ACCOUNT = "google";

export async function loadTokens(): Promise<Tokens | undefined> {
  const stored = await keytar.getPassword(SERVICE, ACCOUNT);
  return stored ? (JSON.parse(stored) as Tokens) : undefined;
}

export async function saveTokens(tokens: Tokens): Promise<void> {
  await keytar.setPassword(SERVICE, ACCOUNT, JSON.stringify(tokens));
}
