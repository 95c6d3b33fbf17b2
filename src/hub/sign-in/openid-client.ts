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

// Transient errors of RFC 6749, 4.1.2.1.
const PASSING = new Set(['server_error', 'temporarily_unavailable']);

// No response, a response that is not OAuth, or an error without a code, such as a broken connection.
const OUTAGES = new Set<unknown>([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  undefined,
]);

const unreachable = (): ApiError =>
  unavailable('the identity provider cannot sign you in right now; try again', 5);

/** The provider's response identifies no user or fails a check: wrong code, nonce, signature or issuer. */
export class SignInRefused extends Error {
  /** @param byProvider whether the provider itself refused */
  constructor(readonly byProvider: boolean) {
    super('the sign-in is refused');
  }
}

/** The hub as a client of its users' OpenID provider: authorization code flow with PKCE (hub contract 1). */
@Injectable()
export class OpenIdClient {
  private cached: openid.Configuration | undefined;

  constructor(
    private readonly provider: IdentityProvider,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The URL at the provider where the user signs in. @throws 503 */
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
   * The claims of the user who returns to the callback. @throws SignInRefused, 503
   * @param query query string of the callback
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
      const claims = readUserClaims({
        ...idToken,
        ...(await this.userInfoFor(idToken, tokens.access_token)),
      });
      if (claims === undefined) throw new SignInRefused(false);
      return { ...claims, issuer: this.provider.storedIssuer };
    } catch (error) {
      throw this.refusalOf(error);
    }
  }

  /**
   * Some providers leave claims out of the ID token and return them from the userinfo endpoint. Both claims about the
   * address must have the same source.
   */
  private async userInfoFor(idToken: openid.IDToken, accessToken: string): Promise<Record<string, unknown>> {
    const configuration = await this.configuration();
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
    if (idToken['email'] !== undefined || endpoint === undefined) return {};
    const info = await openid.fetchUserInfo(configuration, accessToken, idToken.sub);
    return { ...info, ...idToken, email: info.email, email_verified: info.email_verified };
  }

  private get client(): IdpClientSettings {
    const client = this.config.idp?.client;
    if (client !== undefined) return client;
    throw new Error('no OpenID client is configured');
  }

  private async configuration(): Promise<openid.Configuration> {
    const { id, secret } = this.client;
    if (this.cached !== undefined) return this.cached;
    const document = await this.provider.document();
    // The default when a provider declares no methods is `client_secret_basic` (Discovery 1.0, 3).
    const methods = document['token_endpoint_auth_methods_supported'];
    const posts = Array.isArray(methods) && methods.includes('client_secret_post');
    const authentication = posts ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
    const cached = new openid.Configuration(document as openid.ServerMetadata, id, {}, authentication);
    cached.timeout = TIMEOUT_SECONDS;
    cached[openid.customFetch] = (url, options) => this.provider.fetch(url, options as RequestInit);
    // Plain HTTP only for a provider configured with an http URL, for development, or for the built-in one.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (document.issuer.startsWith('http:')) openid.allowInsecureRequests(cached);
    openid.enableNonRepudiationChecks(cached);
    this.cached = cached;
    return cached;
  }

  /** Failures are logged by code: the library's error messages contain codes and tokens. */
  private refusalOf(error: unknown): Error {
    if (error instanceof SignInRefused) return error;
    const { code, error: oauthError, status, name } = Object(error) as Record<string, unknown>;
    const byProvider = error instanceof openid.AuthorizationResponseError;
    this.logger.warn({ code, oauthError, status, name }, 'a sign-in failed');
    if (byProvider) return PASSING.has(String(oauthError)) ? unreachable() : new SignInRefused(true);
    if (error instanceof openid.ResponseBodyError) {
      return oauthError === 'invalid_grant' ? new SignInRefused(false) : unreachable();
    }
    return error instanceof openid.ClientError && !OUTAGES.has(error.code)
      ? new SignInRefused(false)
      : unreachable();
  }
}
