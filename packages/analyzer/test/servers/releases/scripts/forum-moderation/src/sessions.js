import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

const file = process.env.FORUM_ACCOUNTS;
if (!file) throw new Error('FORUM_ACCOUNTS is not set');
// [{ "user": "ana", "role": "member", "tokenSha256": "..." }]
const accounts = JSON.parse(readFileSync(file, 'utf8'));

export function accountOf(authorization = '') {
  const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : '';
  const hash = createHash('sha256').update(token).digest();
  return accounts.find((a) => timingSafeEqual(Buffer.from(a.tokenSha256, 'hex'), hash));
}
