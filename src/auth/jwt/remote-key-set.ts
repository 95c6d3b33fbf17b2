import { importJWK, type JWK } from 'jose';
import { ApiError } from '../../common/errors/api-error.js';
import { isObject } from '../../common/values/json.js';
import { fetchJson } from './fetch-json.js';

/** The algorithms of enterprise mode (registry spec, Modes). */
export const REMOTE_ALGORITHMS = ['RS256', 'EdDSA'] as const;
export type RemoteAlgorithm = (typeof REMOTE_ALGORITHMS)[number];

export interface RemoteKeySetOptions {
  readonly url: string;
  /** Told of failures; never of keys or tokens. */
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds since some moment. */
  readonly now?: () => number;
}

type Keys = ReadonlyMap<string, CryptoKey>;

const MAX_KEYS = 100;
const MIN_RSA_BITS = 2048;

/** Known keys are fetched again when they are older; until that works, they hold. */
export const KEYS_MAX_AGE_MS = 10 * 60_000;
/** Between two fetches, whatever asks for them. */
export const FETCH_COOLDOWN_MS = 30_000;
/** The same as long as no fetch has ever worked: nobody can come in before. */
export const FIRST_FETCH_COOLDOWN_MS = 2_000;

/**
 * The signing keys of an identity provider, by its JWKS endpoint. They are cached; an unknown key id makes one fetch for
 * all who ask, and none sooner than a cooldown after the last, however many forged tokens come. While the endpoint
 * fails or hangs, the last good keys hold.
 */
export class RemoteKeySet {
  private readonly now: () => number;
  private keys: Keys | undefined;
  private fetchedAt = -Infinity;
  private triedAt = -Infinity;
  private fetching: Promise<void> | undefined;

  constructor(private readonly options: RemoteKeySetOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /**
   * The key that a token names; undefined when the provider has no such key. A token without a key id means the only key
   * of its algorithm.
   * @throws 503 as long as no fetch has ever worked.
   */
  async find(algorithm: string, keyId: string | undefined): Promise<CryptoKey | undefined> {
    if (this.keys === undefined) await this.fetchUnlessJustTried();
    else if (this.now() - this.fetchedAt > KEYS_MAX_AGE_MS) void this.fetchUnlessJustTried();
    const known = this.lookUp(algorithm, keyId);
    if (known !== undefined) return known;
    await this.fetchUnlessJustTried();
    return this.lookUp(algorithm, keyId);
  }

  private lookUp(algorithm: string, keyId: string | undefined): CryptoKey | undefined {
    if (this.keys === undefined) {
      throw new ApiError(
        'unavailable',
        'the keys of the identity provider cannot be had; try again',
        {},
        { 'Retry-After': '5' },
      );
    }
    if (keyId !== undefined) return this.keys.get(`${algorithm} ${keyId}`);
    const [only, ...others] = [...this.keys].filter(([name]) => name.startsWith(`${algorithm} `));
    return others.length === 0 ? only?.[1] : undefined;
  }

  /** Never fails: what it could not fetch stays as it was. */
  private async fetchUnlessJustTried(): Promise<void> {
    const cooldown = this.keys === undefined ? FIRST_FETCH_COOLDOWN_MS : FETCH_COOLDOWN_MS;
    if (this.fetching === undefined && this.now() - this.triedAt >= cooldown) {
      this.triedAt = this.now();
      this.fetching = this.fetch().finally(() => (this.fetching = undefined));
    }
    await this.fetching;
  }

  private async fetch(): Promise<void> {
    try {
      const keys = await importKeys(await fetchJson(this.options.url));
      if (keys.size === 0) throw new Error('the JWKS endpoint has no RS256 or Ed25519 key');
      this.keys = keys;
      this.fetchedAt = this.now();
    } catch (error) {
      this.options.onFailure(error);
    }
  }
}

/** The usable keys of a set (RFC 7517), each under its algorithm and key id. A key that is of no use is left out. */
async function importKeys(jwks: unknown): Promise<Keys> {
  const keys = new Map<string, CryptoKey>();
  if (!isObject(jwks) || !Array.isArray(jwks['keys'])) return keys;
  for (const jwk of jwks['keys'].slice(0, MAX_KEYS) as unknown[]) {
    const algorithm = algorithmOf(jwk);
    const key = algorithm && (await importKey(jwk as JWK, algorithm));
    if (key !== undefined) keys.set(`${algorithm} ${(jwk as JWK).kid ?? ''}`, key);
  }
  return keys;
}

function algorithmOf(jwk: unknown): RemoteAlgorithm | undefined {
  if (!isObject(jwk)) return undefined;
  const { kty, crv, alg, use, key_ops: operations, d } = jwk;
  const verifies = !Array.isArray(operations) || operations.includes('verify');
  // A private key that is published is nobody's any more.
  if ((use !== undefined && use !== 'sig') || !verifies || d !== undefined) return undefined;
  if (kty === 'RSA' && (alg === undefined || alg === 'RS256')) return 'RS256';
  if (kty === 'OKP' && crv === 'Ed25519' && (alg === undefined || alg === 'EdDSA' || alg === 'Ed25519'))
    return 'EdDSA';
  return undefined;
}

async function importKey(jwk: JWK, algorithm: RemoteAlgorithm): Promise<CryptoKey | undefined> {
  try {
    const key = (await importJWK(jwk, algorithm)) as CryptoKey;
    const { modulusLength = MIN_RSA_BITS } = key.algorithm as { modulusLength?: number };
    return modulusLength >= MIN_RSA_BITS ? key : undefined;
  } catch {
    return undefined;
  }
}
