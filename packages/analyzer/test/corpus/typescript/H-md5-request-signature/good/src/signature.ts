import { createHmac } from "node:crypto";

export function sign(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
