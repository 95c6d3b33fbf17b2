import type { CryptoKey } from 'jose';
import { ApiError } from '../../common/errors/api-error.js';
import { isObject } from '../../common/values/json.js';
import { fetchJson } from '../../auth/jwt/fetch-json.js';
import { RemoteKeySet } from '../../auth/jwt/remote-key-set.js';

const RETRY_MS = 2_000;

/** The signing keys of an OpenID provider, whose discovery document says where they are. */
export class ProviderKeys {
  private keys: RemoteKeySet | undefined;
  private looking: Promise<void> | undefined;
  private lookedAt = -Infinity;

  /** @param onFailure is told of failures; never of keys or tokens */
  constructor(
    private readonly issuer: string,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** @throws 503 as long as the provider has not told its keys */
  async find(algorithm: string, keyId: string | undefined): Promise<CryptoKey | undefined> {
    if (this.keys === undefined) await this.discover();
    if (this.keys === undefined) {
      throw new ApiError(
        'unavailable',
        'the identity provider cannot be reached; try again',
        {},
        { 'Retry-After': '5' },
      );
    }
    return this.keys.find(algorithm, keyId);
  }

  /** One attempt for all who ask, and no other soon after it has failed. */
  private async discover(): Promise<void> {
    if (this.looking === undefined && performance.now() - this.lookedAt >= RETRY_MS) {
      this.lookedAt = performance.now();
      this.looking = this.look().finally(() => (this.looking = undefined));
    }
    await this.looking;
  }

  private async look(): Promise<void> {
    try {
      const base = this.issuer.replace(/\/$/, '');
      const document = await fetchJson(`${base}/.well-known/openid-configuration`);
      if (!isObject(document) || document['issuer'] !== this.issuer) {
        throw new Error('the discovery document of the identity provider is not that of its issuer');
      }
      const { jwks_uri: url } = document;
      if (typeof url !== 'string' || !URL.canParse(url)) {
        throw new Error('the discovery document of the identity provider names no keys');
      }
      this.keys = new RemoteKeySet({ url, onFailure: this.onFailure });
    } catch (error) {
      this.onFailure(error);
    }
  }
}
