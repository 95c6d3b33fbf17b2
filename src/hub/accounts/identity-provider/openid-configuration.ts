import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { ANY_TIME } from '../../../auth/jwt/jwt-times.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type { IdpClientSettings } from '../../../config/idp.js';
import { IdentityProvider } from './identity-provider.js';

const TIMEOUT_SECONDS = 10;

/** The hub as a client of its users' OpenID provider, as `openid-client` needs it. */
@Injectable()
export class OpenIdConfiguration {
  private cached: openid.Configuration | undefined;

  constructor(
    private readonly provider: IdentityProvider,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The client that is registered at the provider. */
  get client(): IdpClientSettings {
    const client = this.config.idp?.client;
    if (client !== undefined) return client;
    throw new Error('no OpenID client is configured');
  }

  /** @throws 503 until the provider's document could be fetched */
  async get(): Promise<openid.Configuration> {
    const { id, secret } = this.client;
    if (this.cached !== undefined) return this.cached;
    const document = await this.provider.document();
    // The default when a provider declares no methods is `client_secret_basic` (Discovery 1.0, 3).
    const methods = document['token_endpoint_auth_methods_supported'];
    const posts = Array.isArray(methods) && methods.includes('client_secret_post');
    const cached = new openid.Configuration(
      document as openid.ServerMetadata,
      id,
      { [openid.clockTolerance]: ANY_TIME },
      posts ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret),
    );
    cached.timeout = TIMEOUT_SECONDS;
    cached[openid.customFetch] = (url, options) => this.provider.fetch(url, options as RequestInit);
    // Plain HTTP only for a provider configured with an http URL, for development, or for the built-in one.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (document.issuer.startsWith('http:')) openid.allowInsecureRequests(cached);
    openid.enableNonRepudiationChecks(cached);
    this.cached = cached;
    return cached;
  }
}
