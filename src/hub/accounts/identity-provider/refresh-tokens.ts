import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { OpenIdConfiguration } from './openid-configuration.js';

/**
 * What the provider says about a refresh token: it is valid, with another one if it is replaced; refused; or nothing,
 * because the provider is unavailable or its answer is not understood.
 */
export type RefreshOutcome =
  | { readonly kind: 'valid'; readonly replacedBy: string | undefined }
  | { readonly kind: 'refused' | 'unavailable' };

// RFC 6749, 5.2, and OpenID Connect Core 1.0, 3.1.2.6. Errors about the client concern all users, and end no session.
const REFUSALS: ReadonlySet<unknown> = new Set([
  'invalid_grant',
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** Asks the identity provider about refresh tokens. Neither tokens nor messages of the library are logged. */
@Injectable()
export class RefreshTokens {
  private readonly questions: RepeatedFailures;
  private readonly revocations: RepeatedFailures;

  constructor(
    private readonly configuration: OpenIdConfiguration,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.questions = new RepeatedFailures(logger, {
      what: 'the identity provider was not asked about a session',
    });
    this.revocations = new RepeatedFailures(logger, { what: 'a refresh token was not revoked' });
  }

  /** @param subject of the user, which an ID token in the response must have */
  async exchange(token: string, subject: string): Promise<RefreshOutcome> {
    try {
      const response = await openid.refreshTokenGrant(await this.configuration.get(), token);
      this.questions.worked();
      const idToken: openid.IDToken | undefined = response.claims();
      if (idToken !== undefined && idToken.sub !== subject) return { kind: 'refused' };
      return { kind: 'valid', replacedBy: response.refresh_token };
    } catch (error) {
      const { code, error: oauthError, status } = Object(error) as Record<string, unknown>;
      if (error instanceof openid.ResponseBodyError && REFUSALS.has(oauthError)) {
        this.questions.worked();
        return { kind: 'refused' };
      }
      this.questions.failed({ code, oauthError, status });
      return { kind: 'unavailable' };
    }
  }

  /** Revokes a token, if the provider can do that. */
  async revoke(token: string): Promise<void> {
    try {
      const configuration = await this.configuration.get();
      if (configuration.serverMetadata().revocation_endpoint === undefined) return;
      await openid.tokenRevocation(configuration, token, { token_type_hint: 'refresh_token' });
      this.revocations.worked();
    } catch (error) {
      const { code, error: oauthError, status } = Object(error) as Record<string, unknown>;
      this.revocations.failed({ code, oauthError, status });
    }
  }
}
