import { writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
export interface Tokens { accessToken: string; refreshToken: string; expiresAt: number }
const FILE = join(homedir(), ".drive-mcp.json");
export async function saveTokens(tokens: Tokens): Promise<void> {
  await writeFile(FILE, JSON.stringify(tokens));
}
