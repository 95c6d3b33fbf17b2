import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookSignature } from './webhook-provider.js';

const HEX_SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** HMAC-SHA256 over the concatenation of `parts`. */
export function hmacSha256(secret: string, ...parts: (string | Buffer)[]): Buffer {
  const mac = createHmac('sha256', secret);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** HMAC-SHA256 over the body, as `sha256=<hex>` in a header. */
export const hexHmac = (header: string): WebhookSignature => ({
  header,
  description: '`sha256=` and the HMAC-SHA256 of the body in hex.',
  checkOf: (value) => {
    const hex = HEX_SIGNATURE.exec(value)?.[1];
    if (hex === undefined) return undefined;
    const given = Buffer.from(hex, 'hex');
    return (bytes, secret) => timingSafeEqual(given, hmacSha256(secret, bytes));
  },
});
