import type { CryptoKey } from 'jose';
import { fetchJson } from '../../access/jwt/fetch-json.js';
import { RemoteKeySet } from '../../access/jwt/remote-key-set.js';
import { unavailable } from '../../common/errors/api-error.js';
import { isObject } from '../../common/values/json.js';
import { IdentityProvider, type ProviderDocument } from './identity-provider.js';

const RETRY_MS = 2_000;

/** An OpenID provider elsewhere, whose discovery document says where everything is. */
export class RemoteProvider extends IdentityProvider {
  private known: { readonly document: ProviderDocument; readonly keys: RemoteKeySet } | undefined;
  private looking: Promise<void> | undefined;
  private lookedAt = -Infinity;

  /**
   * @param storedIssuer its issuer, exactly
   * @param onFailure is told of failures; never of keys or tokens
   */
  constructor(
    readonly storedIssuer: string,
    private readonly onFailure: (error: unknown) => void,
  ) {
    super();
  }

  async document(): Promise<ProviderDocument> {
    return (await this.discovered()).document;
  }

  async findKey(algorithm: string, keyId: string | undefined): Promise<CryptoKey | undefined> {
    return (await this.discovered()).keys.find(algorithm, keyId);
  }

  fetch(url: string, options: RequestInit): Promise<Response> {
    return fetch(url, options);
  }

  private async discovered(): Promise<NonNullable<typeof this.known>> {
    if (this.known === undefined) await this.discover();
    if (this.known === undefined) {
      throw unavailable('the identity provider cannot be reached; try again', 5);
    }
    return this.known;
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
      const base = this.storedIssuer.replace(/\/$/, '');
      const document = await fetchJson(`${base}/.well-known/openid-configuration`);
      if (!isObject(document) || document['issuer'] !== this.storedIssuer) {
        throw new Error('the discovery document of the identity provider is not that of its issuer');
      }
      const { jwks_uri: url } = document;
      if (typeof url !== 'string' || !URL.canParse(url)) {
        throw new Error('the discovery document of the identity provider names no keys');
      }
      this.known = {
        document: { ...document, issuer: this.storedIssuer, jwks_uri: url },
        keys: new RemoteKeySet({ url, onFailure: this.onFailure }),
      };
    } catch (error) {
      this.onFailure(error);
    }
  }
}
