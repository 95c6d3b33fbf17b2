import { Inject, Injectable } from '@nestjs/common';
import { JwtVerifier } from '../../../auth/jwt/jwt-verifier.js';
import { foreignPolicy, type SigningKeys } from '../../../auth/jwt/jwt-policy.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { clockFaults } from '../../../auth/jwt/jwt-times.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubUsersService } from './hub-users.service.js';
import { IdentityProvider } from '../identity-provider/identity-provider.js';
import { readUserClaims } from './user-claims.js';

/** Authenticates user JWTs of the identity provider (hub contract 1). */
@Injectable()
export class UserTokens {
  private readonly jwts: JwtVerifier | undefined;

  constructor(
    private readonly users: HubUsersService,
    private readonly provider: IdentityProvider,
    @Inject(APP_CONFIG) { idp }: AppConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    if (idp === undefined) return;
    const keys: SigningKeys = { find: (algorithm, keyId) => provider.findKey(algorithm, keyId) };
    this.jwts = new JwtVerifier(foreignPolicy(idp, keys), clockFaults(logger));
  }

  /**
   * The user of a JWT, created at the first login; undefined if it identifies no user or the user is suspended.
   * @throws 401 for an invalid JWT
   */
  async byJwt(jwt: string): Promise<UserCaller | undefined> {
    if (this.jwts === undefined) return undefined;
    const claims = readUserClaims(await this.jwts.verify(jwt));
    return claims && this.users.callerOf({ ...claims, issuer: this.provider.storedIssuer });
  }
}
