import { hash, type KeyObject } from 'node:crypto';
import type { CryptoKey, JWTHeaderParameters, JWTPayload } from 'jose';

/** A secret, or a public key. */
export type VerificationKey = CryptoKey | KeyObject | Uint8Array;

/** A JWT with a valid signature, and the key that verified it. */
export interface VerifiedJwt {
  readonly header: JWTHeaderParameters;
  readonly payload: JWTPayload;
  readonly key: VerificationKey;
}

// 8 MiB of claims at most. Longer tokens, of users in hundreds of organizations, are verified every time.
const MAX_ENTRIES = 1000;
const MAX_LENGTH = 8 * 1024;

/**
 * A cache of JWTs with valid signatures, keyed by digest: clients send the same JWT with every request, and the
 * signature is the most expensive part of the check. Only the signature verdict is cached; callers must still check
 * that the key is in use and the token has not expired.
 */
export class VerifiedJwts {
  private readonly entries = new Map<string, VerifiedJwt>();

  find(jwt: string): VerifiedJwt | undefined {
    return this.entries.get(digestOf(jwt));
  }

  keep(jwt: string, verified: VerifiedJwt): void {
    if (jwt.length > MAX_LENGTH) return;
    const digest = digestOf(jwt);
    // Moved to the end: the oldest are evicted first.
    this.entries.delete(digest);
    this.entries.set(digest, verified);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= MAX_ENTRIES) return;
      this.entries.delete(oldest);
    }
  }
}

// The tokens themselves are not kept in memory.
const digestOf = (jwt: string): string => hash('sha256', jwt, 'base64');
