import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { JwksClient, JwksError, type SigningKey as PublishedKey } from 'jwks-rsa';
import { unavailable } from '../../common/errors/api-error.js';
import type { FailureLog } from '../../common/logging/repeated-failures.js';
import { isObject } from '../../common/values/json.js';
import { fetchJson } from './fetch-json.js';

/** The algorithms of enterprise mode (registry contract 21). */
export const REMOTE_ALGORITHMS = ['RS256', 'EdDSA'] as const;
export type RemoteAlgorithm = (typeof REMOTE_ALGORITHMS)[number];

export interface RemoteKeySetOptions {
  readonly url: string;
  /** Of fetches; the errors never contain keys or tokens. */
  readonly failures: FailureLog;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** A verification key of the provider. */
interface SigningKey {
  readonly algorithm: RemoteAlgorithm;
  /** Undefined if the provider sets none. */
  readonly id: string | undefined;
  readonly key: KeyObject;
}

const MAX_KEYS = 100;
const MIN_RSA_BITS = 2048;

/** Keys older than this are refreshed in the background. */
export const KEYS_FRESH_MS = 5 * 60_000;
/** Keys older than this are refreshed before use; while the provider is unreachable, they stay valid. */
export const KEYS_MAX_AGE_MS = 10 * 60_000;
/** Minimum time between two fetches, whatever triggers them. */
export const FETCH_COOLDOWN_MS = 30_000;
/** The same until the first successful fetch, before which nobody can authenticate. */
export const FIRST_FETCH_COOLDOWN_MS = 2_000;
/** How long requests wait for a fetch; then the last good keys are used. */
export const FETCH_WAIT_MS = 1_000;

/**
 * The signing keys of an identity provider, by its JWKS endpoint. They are cached. An unknown key id triggers one
 * shared fetch, at most once per cooldown, however many forged tokens arrive. While the endpoint fails or hangs, the
 * last good keys stay valid, and requests with unknown keys wait only briefly.
 */
export class RemoteKeySet {
  private readonly now: () => number;
  private readonly client: JwksClient;
  private keys: readonly SigningKey[] | undefined;
  private fetchedAt = -Infinity;
  private triedAt = -Infinity;
  private hasFailed = false;
  private fetching: Promise<void> | undefined;
  /** Settles with the newest fetch, or when requests stop waiting for it. */
  private limitedWait: Promise<void> | undefined;

  constructor(private readonly options: RemoteKeySetOptions) {
    this.now = options.now ?? (() => performance.now());
    // Caching and limits are decided here: the library's cache forgets its keys during an outage (ADR 11).
    this.client = new JwksClient({ jwksUri: options.url, cache: false, fetcher: fetchKeySet });
  }

  /**
   * The key for a token; undefined if the provider has no such key. A token without a key id refers to the only key of
   * its algorithm.
   * @throws 503 until the first successful fetch.
   */
  async find(algorithm: string, keyId: string | undefined): Promise<KeyObject | undefined> {
    const age = this.now() - this.fetchedAt;
    // After a failure, requests no longer wait for the endpoint, which may hang.
    const mustRefresh = this.keys === undefined || (age > KEYS_MAX_AGE_MS && !this.hasFailed);
    if (mustRefresh || age > KEYS_FRESH_MS) this.fetchUnlessJustTried();
    if (mustRefresh) await this.limitedWait;
    const known = this.lookUp(algorithm, keyId);
    if (known === undefined && !mustRefresh) {
      this.fetchUnlessJustTried();
      await this.limitedWait;
      return this.lookUp(algorithm, keyId);
    }
    if (known === undefined || !mustRefresh) return known;
    // An old key may have been withdrawn, so it is used only after the fetch has ended.
    await this.fetching;
    return this.lookUp(algorithm, keyId);
  }

  private lookUp(algorithm: string, keyId: string | undefined): KeyObject | undefined {
    if (this.keys === undefined) {
      throw unavailable('the keys of the identity provider are unavailable; try again', 5);
    }
    const matching = this.keys.filter((key) => key.algorithm === algorithm);
    const [only, ...others] = keyId === undefined ? matching : matching.filter(({ id }) => id === keyId);
    return others.length === 0 ? only?.key : undefined;
  }

  private fetchUnlessJustTried(): void {
    const cooldown = this.keys === undefined ? FIRST_FETCH_COOLDOWN_MS : FETCH_COOLDOWN_MS;
    if (this.fetching !== undefined || this.now() - this.triedAt < cooldown) return;
    this.triedAt = this.now();
    const fetching = this.fetch().finally(() => (this.fetching = undefined));
    this.fetching = fetching;
    // Without any keys, nothing can be verified before the fetch has ended.
    this.limitedWait = this.keys === undefined ? fetching : Promise.race([fetching, limitedWait()]);
  }

  /** Never rejects: on failure the keys stay as they were. */
  private async fetch(): Promise<void> {
    try {
      this.keys = await usableKeys(this.client);
      this.fetchedAt = this.now();
      this.hasFailed = false;
      this.options.failures.worked();
    } catch (error) {
      this.hasFailed = true;
      this.options.failures.failed({ err: error });
    }
  }
}

const limitedWait = (): Promise<void> => sleep(FETCH_WAIT_MS, undefined, { ref: false });

/** The entries of the key set at `url` that may verify. @throws when it cannot be read, or is no key set */
async function fetchKeySet(url: string): Promise<{ keys: unknown[] }> {
  const jwks = await fetchJson(url);
  if (!isObject(jwks) || !Array.isArray(jwks['keys']))
    throw new Error('the JWKS endpoint answers no key set');
  return { keys: jwks['keys'].slice(0, MAX_KEYS).filter(mayVerify) };
}

function mayVerify(jwk: unknown): boolean {
  if (!isObject(jwk)) return false;
  const { key_ops: operations, d } = jwk;
  // Anybody could have signed with a private key that is published.
  return d === undefined && (!Array.isArray(operations) || operations.includes('verify'));
}

/**
 * The usable keys of a set (RFC 7517). The library leaves out keys that it cannot import and keys that are not for signatures.
 * @throws when the set cannot be fetched
 */
async function usableKeys(client: JwksClient): Promise<SigningKey[]> {
  const published = await client.getSigningKeys().catch((error: unknown) => {
    // Thrown for a set without usable keys, which withdraws all keys; failed fetches are marked.
    if (error instanceof JwksError && !('isEndpointUnavailable' in error)) return [];
    throw error;
  });
  return published.map(usableKey).filter((key) => key !== undefined);
}

function usableKey(published: PublishedKey): SigningKey | undefined {
  const key = createPublicKey(published.getPublicKey());
  // Optional in a set (RFC 7517, 4.4 and 4.5), though the library's types require them.
  const { kid: id, alg: declared } = published as Partial<PublishedKey>;
  const { modulusLength = MIN_RSA_BITS } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS && isOneOf(declared, 'RS256'))
    return { algorithm: 'RS256', id, key };
  if (key.asymmetricKeyType === 'ed25519' && isOneOf(declared, 'EdDSA', 'Ed25519'))
    return { algorithm: 'EdDSA', id, key };
  return undefined;
}

const isOneOf = (declared: string | undefined, ...algorithms: string[]): boolean =>
  declared === undefined || algorithms.includes(declared);
