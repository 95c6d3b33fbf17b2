import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { IdpClientSettings } from '../../config/idp.js';
import { unavailable, type ApiError } from '../../common/errors/api-error.js';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { IdentityProvider } from '../identity-provider/identity-provider.js';
import { readUserClaims, type UserClaims } from '../identity/user-claims.js';
import type { SignInTransaction } from './sign-in-transaction.js';

const TIMEOUT_SECONDS = 10;

// Errors of RFC 6749, 4.1.2.1 that pass by themselves.
const PASSING = new Set(['server_error', 'temporarily_unavailable']);

// No answer, one that is none of OAuth, or something that the library does not name, such as a broken connection.
const OUTAGES = new Set<unknown>([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  undefined,
]);

const away = (): ApiError => unavailable('the identity provider cannot sign you in right now; try again', 5);

/** The provider's answer names no user, or a check of it failed: wrong code, nonce, signature, issuer. */
export class SignInRefused extends Error {
  /** @param byProvider it said so itself */
  constructor(readonly byProvider: boolean) {
    super('the sign-in is refused');
  }
}

/** The hub as a client of its users' OpenID provider: authorization code flow with PKCE (hub contract 1). */
@Injectable()
export class OpenIdClient {
  private known: openid.Configuration | undefined;

  constructor(
    private readonly provider: IdentityProvider,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Where the browser goes to sign in. @throws 503 */
  async authorizationUrl({ state, nonce, verifier }: SignInTransaction): Promise<string> {
    const url = openid.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: this.client.callbackUrl,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Whom the provider says the browser to be that comes back with `query`. @throws SignInRefused, 503
   * @param query what follows the `?` of the callback
   */
  async userOf(query: string, { state, nonce, verifier }: SignInTransaction): Promise<UserClaims> {
    const configuration = await this.configuration();
    try {
      const tokens = await openid.authorizationCodeGrant(
        configuration,
        new URL(`${this.client.callbackUrl}?${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      );
      const idToken: openid.IDToken | undefined = tokens.claims();
      if (idToken === undefined) throw new SignInRefused(false);
      const claims = readUserClaims({ ...idToken, ...(await this.moreOf(idToken, tokens.access_token)) });
      if (claims === undefined) throw new SignInRefused(false);
      return { ...claims, issuer: this.provider.storedIssuer };
    } catch (error) {
      throw this.refusalOf(error);
    }
  }

  /** Some providers say little in the ID token and the rest on request. An address and whether it is verified go together. */
  private async moreOf(idToken: openid.IDToken, accessToken: string): Promise<Record<string, unknown>> {
    const configuration = await this.configuration();
    const { userinfo_endpoint: more } = configuration.serverMetadata();
    if (idToken['email'] !== undefined || more === undefined) return {};
    const info = await openid.fetchUserInfo(configuration, accessToken, idToken.sub);
    return { ...info, ...idToken, email: info.email, email_verified: info.email_verified };
  }

  private get client(): IdpClientSettings {
    const client = this.config.idp?.client;
    if (client !== undefined) return client;
    throw new Error('nobody can sign in without a client');
  }

  private async configuration(): Promise<openid.Configuration> {
    const { id, secret } = this.client;
    if (this.known !== undefined) return this.known;
    const document = await this.provider.document();
    // Basic is what a provider can do that does not say (Discovery 1.0, 3).
    const methods = document['token_endpoint_auth_methods_supported'];
    const posts = Array.isArray(methods) && methods.includes('client_secret_post');
    const authentication = posts ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
    const known = new openid.Configuration(document as openid.ServerMetadata, id, {}, authentication);
    known.timeout = TIMEOUT_SECONDS;
    known[openid.customFetch] = (url, options) => this.provider.fetch(url, options as RequestInit);
    // Only a provider that is configured as a plain URL, for development, or the one of this process.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (document.issuer.startsWith('http:')) openid.allowInsecureRequests(known);
    openid.enableNonRepudiationChecks(known);
    this.known = known;
    return known;
  }

  /** What went wrong is logged by its code: errors of the library hold codes and tokens. */
  private refusalOf(error: unknown): Error {
    if (error instanceof SignInRefused) return error;
    const { code, error: said, status, name } = Object(error) as Record<string, unknown>;
    const byProvider = error instanceof openid.AuthorizationResponseError;
    this.logger.warn({ code, said, status, name }, 'a sign-in failed');
    if (byProvider) return PASSING.has(String(said)) ? away() : new SignInRefused(true);
    if (error instanceof openid.ResponseBodyError) {
      return said === 'invalid_grant' ? new SignInRefused(false) : away();
    }
    return error instanceof openid.ClientError && !OUTAGES.has(error.code)
      ? new SignInRefused(false)
      : away();
  }
}
