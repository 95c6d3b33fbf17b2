import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_TOKEN_LENGTH = 16 * 1024;

/**
 * Encrypts refresh tokens for the database with AES-256-GCM. The key is derived from `SESSION_SECRET` and the id of the
 * session, which only the browser has: a copy of the database does not contain it, even with the secret.
 */
export class RefreshTokenSeal {
  constructor(private readonly sessionSecret: string) {}

  /** Undefined for a token that is too long to be kept. */
  seal(token: string, sessionId: string): Buffer | undefined {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.keyOf(sessionId), iv);
    const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Undefined for a token of another session or secret, and for a damaged one. */
  open(sealed: Buffer, sessionId: string): string | undefined {
    const iv = sealed.subarray(0, IV_BYTES);
    const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(ALGORITHM, this.keyOf(sessionId), iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }

  private keyOf(sessionId: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.sessionSecret, sessionId, 'mcp-hub refresh token', 32));
  }
}
