import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { unavailable, ApiError } from '../../../common/errors/api-error.js';
import {
  CLOCK_LEEWAY_SECONDS,
  clockFaults,
  requireValidTimes,
  type ClockFaults,
} from '../../../auth/jwt/jwt-times.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { IdentityProvider } from '../identity-provider/identity-provider.js';
import { OpenIdConfiguration } from '../identity-provider/openid-configuration.js';
import { readUserClaims, type UserClaims } from '../identity/user-claims.js';
import type { SignInTransaction } from './transaction-seal.js';

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

/** A user as the provider describes them at a sign-in. */
export interface ProviderUser {
  readonly claims: UserClaims;
  readonly refreshToken: string | undefined;
}

/**
 * Whether to ask for a refresh token. Some providers refuse scopes that they do not know; others do not say which ones
 * they know (`scopes_supported` is optional).
 */
function givesRefreshTokens(configuration: openid.Configuration): boolean {
  const { scopes_supported: scopes } = configuration.serverMetadata();
  return scopes === undefined || scopes.includes('offline_access');
}

/** The hub as a client of its users' OpenID provider: authorization code flow with PKCE (hub contract 1). */
@Injectable()
export class OpenIdClient {
  private readonly clocks: ClockFaults;
  private readonly outages: RepeatedFailures;

  constructor(
    private readonly provider: IdentityProvider,
    private readonly configuration: OpenIdConfiguration,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.clocks = clockFaults(logger);
    this.outages = new RepeatedFailures(logger, {
      what: 'the identity provider cannot be asked at sign-ins',
    });
  }

  /** The URL at the provider where the user signs in. @throws 503 */
  async authorizationUrl({ state, nonce, verifier }: SignInTransaction): Promise<string> {
    const configuration = await this.configuration.get();
    const { callbackUrl, audience } = this.configuration.client;
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl,
      scope: `openid profile email${givesRefreshTokens(configuration) ? ' offline_access' : ''}`,
      // Some providers then issue access tokens for the hub, and refresh tokens that depend on the user's rights to it.
      ...(audience !== undefined && { audience }),
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * The user who returns to the callback. @throws SignInRefused, 503
   * @param query query string of the callback
   */
  async userOf(query: string, { state, nonce, verifier }: SignInTransaction): Promise<ProviderUser> {
    const configuration = await this.configuration.get();
    try {
      const tokens = await openid.authorizationCodeGrant(
        configuration,
        new URL(`${this.configuration.client.callbackUrl}?${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      );
      const idToken: openid.IDToken | undefined = tokens.claims();
      if (idToken === undefined) throw new SignInRefused(false);
      requireValidTimes(idToken, CLOCK_LEEWAY_SECONDS, Math.floor(this.provider.now() / 1000), this.clocks);
      const claims = readUserClaims({
        ...idToken,
        ...(await this.userInfoFor(idToken, tokens.access_token)),
      });
      if (claims === undefined) throw new SignInRefused(false);
      this.outages.worked();
      return {
        claims: { ...claims, issuer: this.provider.storedIssuer },
        refreshToken: tokens.refresh_token,
      };
    } catch (error) {
      throw this.refusalOf(error);
    }
  }

  /**
   * Some providers leave claims out of the ID token and return them from the userinfo endpoint. Both claims about the
   * address must have the same source.
   */
  private async userInfoFor(idToken: openid.IDToken, accessToken: string): Promise<Record<string, unknown>> {
    const configuration = await this.configuration.get();
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
    if (idToken['email'] !== undefined || endpoint === undefined) return {};
    const info = await openid.fetchUserInfo(configuration, accessToken, idToken.sub);
    return { ...info, ...idToken, email: info.email, email_verified: info.email_verified };
  }

  /** Failures are logged by code: the library's error messages contain codes and tokens. */
  private refusalOf(error: unknown): Error {
    if (error instanceof SignInRefused) return error;
    if (error instanceof ApiError) return error.kind === 'unauthorized' ? new SignInRefused(false) : error;
    const { code, error: oauthError, status, name } = Object(error) as Record<string, unknown>;
    const byProvider = error instanceof openid.AuthorizationResponseError;
    const fields = { code, oauthError, status, name };
    if (isOutage(error)) {
      this.outages.failed(fields);
      return unreachable();
    }
    this.logger.warn(fields, 'a sign-in failed');
    return new SignInRefused(byProvider);
  }
}

/** Whether an error of the library says that the provider cannot be asked now. */
function isOutage(error: unknown): boolean {
  if (error instanceof openid.AuthorizationResponseError) return PASSING.has(error.error);
  if (error instanceof openid.ResponseBodyError) return error.error !== 'invalid_grant';
  return !(error instanceof openid.ClientError) || OUTAGES.has(error.code);
}
