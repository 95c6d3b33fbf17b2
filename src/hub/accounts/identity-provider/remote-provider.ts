import { fetchJson } from '../../../auth/jwt/fetch-json.js';
import { RemoteKeySet } from '../../../auth/jwt/remote-key-set.js';
import type { VerificationKey } from '../../../auth/jwt/verified-jwts.js';
import { unavailable } from '../../../common/errors/api-error.js';
import { answerBytes } from '../../../common/http/answer-bytes.js';
import type { FailureLog } from '../../../common/logging/repeated-failures.js';
import { isObject } from '../../../common/values/json.js';
import { IdentityProvider, type ProviderDocument } from './identity-provider.js';

const RETRY_MS = 2_000;
/** Tokens and claims have a few kilobytes. */
const MAX_ANSWER_BYTES = 512 * 1024;

/** A remote OpenID provider, configured by its discovery document. */
export class RemoteProvider extends IdentityProvider {
  private discovery: { readonly document: ProviderDocument; readonly keys: RemoteKeySet } | undefined;
  private pending: Promise<void> | undefined;
  private attemptedAt = -Infinity;

  /**
   * @param storedIssuer the exact issuer
   * @param failures of fetches; the errors never contain keys or tokens
   */
  constructor(
    readonly storedIssuer: string,
    private readonly failures: FailureLog,
  ) {
    super();
  }

  async document(): Promise<ProviderDocument> {
    return (await this.discovered()).document;
  }

  async findKey(algorithm: string, keyId: string | undefined): Promise<VerificationKey | undefined> {
    return (await this.discovered()).keys.find(algorithm, keyId);
  }

  async fetch(url: string, options: RequestInit): Promise<Response> {
    const response = await fetch(url, options);
    const { status, headers } = response;
    // The reader of the response reads it whole.
    const bytes = new Uint8Array(await answerBytes(response, MAX_ANSWER_BYTES));
    // These have no body (Fetch, 2.2.3).
    const body = [204, 205, 304].includes(status) ? null : bytes;
    return new Response(body, { status, headers });
  }

  private async discovered(): Promise<NonNullable<typeof this.discovery>> {
    if (this.discovery === undefined) await this.discover();
    if (this.discovery === undefined) {
      throw unavailable('the identity provider cannot be reached; try again', 5);
    }
    return this.discovery;
  }

  /** Fetches the document: concurrent callers share one attempt, and a failed attempt is not repeated at once. */
  private async discover(): Promise<void> {
    if (this.pending === undefined && performance.now() - this.attemptedAt >= RETRY_MS) {
      this.attemptedAt = performance.now();
      this.pending = this.fetchDocument().finally(() => (this.pending = undefined));
    }
    await this.pending;
  }

  private async fetchDocument(): Promise<void> {
    try {
      const base = this.storedIssuer.replace(/\/$/, '');
      const document = await fetchJson(`${base}/.well-known/openid-configuration`);
      if (!isObject(document) || document['issuer'] !== this.storedIssuer) {
        throw new Error('the discovery document of the identity provider has a different issuer');
      }
      const { jwks_uri: url } = document;
      if (typeof url !== 'string' || !URL.canParse(url)) {
        throw new Error('the discovery document of the identity provider has no valid jwks_uri');
      }
      this.discovery = {
        document: { ...document, issuer: this.storedIssuer, jwks_uri: url },
        keys: new RemoteKeySet({ url, failures: this.failures }),
      };
      this.failures.worked();
    } catch (error) {
      this.failures.failed({ err: error });
    }
  }
}
