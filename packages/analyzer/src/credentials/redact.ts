import { createHash } from 'node:crypto';

/** A secret shown by its first characters, its length and part of its digest: enough to find it, too little to use it. */
export function redacted(secret: string): string {
  const shown = secret.slice(0, Math.min(4, Math.floor(secret.length / 4))).replace(/[^\x21-\x7e]|`/gu, '?');
  return `\`${shown}…\` (${secret.length} characters, SHA-256 ${digestOf(secret)}…)`;
}

/** The first hex digits of a secret's SHA-256 digest. */
export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 8);
