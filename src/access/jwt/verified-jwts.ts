import { hash } from 'node:crypto';
import type { CryptoKey, JWTHeaderParameters, JWTPayload } from 'jose';

/** A JWT whose signature held, and the key that it held with. */
export interface VerifiedJwt {
  readonly header: JWTHeaderParameters;
  readonly payload: JWTPayload;
  readonly key: CryptoKey | Uint8Array;
}

// 8 MiB of claims at most. Longer tokens, of users in hundreds of organizations, are verified every time.
const MAX_KEPT = 1000;
const MAX_LENGTH = 8 * 1024;

/**
 * JWTs whose signatures were found to hold, by their digests: a client sends the same one with every request, and a
 * signature takes longer to check than all else about it. Only the verdict on the signature is kept. Whoever finds one
 * here still asks whether its key is in use and its time has not passed.
 */
export class VerifiedJwts {
  private readonly kept = new Map<string, VerifiedJwt>();

  find(jwt: string): VerifiedJwt | undefined {
    return this.kept.get(digestOf(jwt));
  }

  keep(jwt: string, verified: VerifiedJwt): void {
    if (jwt.length > MAX_LENGTH) return;
    const digest = digestOf(jwt);
    // Again at the end: the oldest go first.
    this.kept.delete(digest);
    this.kept.set(digest, verified);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) return;
      this.kept.delete(oldest);
    }
  }
}

// The tokens themselves are nowhere to be found in memory.
const digestOf = (jwt: string): string => hash('sha256', jwt, 'base64');
