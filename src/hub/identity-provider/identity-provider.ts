import type { CryptoKey } from 'jose';

/** What an OpenID provider says of itself (OpenID Connect Discovery 1.0, 3). */
export interface ProviderDocument {
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly [name: string]: unknown;
}

/** The OpenID provider of the hub's users. */
export abstract class IdentityProvider {
  /** Who vouches for its users, as the database keeps it. */
  abstract readonly storedIssuer: string;

  /** @throws 503 as long as the provider has not told it */
  abstract document(): Promise<ProviderDocument>;

  /** The key of a signature; undefined when the provider has no such key. @throws 503 as long as it has not told any */
  abstract findKey(algorithm: string, keyId: string | undefined): Promise<CryptoKey | undefined>;

  /** Makes a request to the provider. */
  abstract fetch(url: string, options: RequestInit): Promise<Response>;
}
