import { gunzipSync } from "node:zlib";

export function inflate(base64: string): string {
  const packed = Buffer.from(base64, "base64");
  const plain = gunzipSync(packed, { maxOutputLength: 16 * 1024 * 1024 });
  return plain.toString("utf8");
}
