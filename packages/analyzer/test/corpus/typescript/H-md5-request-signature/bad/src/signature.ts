import { createHash } from "node:crypto";

export function sign(secret: string, body: string): string {
  return createHash("md5").update(secret + body).digest("hex");
}
