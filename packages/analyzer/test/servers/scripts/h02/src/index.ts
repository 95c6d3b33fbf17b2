import { FastMCP } from "fastmcp";
import { createHash } from "node:crypto";
const users = new Map<string, string>();
export function hashPassword(password: string, salt: string): string {
  return createHash("md5").update(salt + password).digest("hex");
}
const server = new FastMCP({ name: "members", version: "1.0.0" });
server.addTool({ name: "member_count", description: "Number of members", execute: async () => String(users.size) });
server.start({ transportType: "stdio" });
