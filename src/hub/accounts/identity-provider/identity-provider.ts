import { currentTime } from '../../../common/values/clock.js';
import type { VerificationKey } from '../../../auth/jwt/verified-jwts.js';

/** A provider's discovery document (OpenID Connect Discovery 1.0, 3). */
export interface ProviderDocument {
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly [name: string]: unknown;
}

/** The OpenID provider of the hub's users. */
export abstract class IdentityProvider {
  /** The issuer of its users in the database. */
  abstract readonly storedIssuer: string;

  /** @throws 503 until the document could be fetched */
  abstract document(): Promise<ProviderDocument>;

  /** The time by which its ID tokens are judged, in milliseconds since 1970. */
  now(): number {
    return currentTime();
  }

  /**
   * Finds the key of a signature; undefined when the provider has no such key. @throws 503 until the keys could be
   * fetched
   */
  abstract findKey(algorithm: string, keyId: string | undefined): Promise<VerificationKey | undefined>;

  /** Sends a request to the provider. */
  abstract fetch(url: string, options: RequestInit): Promise<Response>;
}
