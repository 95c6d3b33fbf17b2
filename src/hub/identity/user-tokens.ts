import { Inject, Injectable } from '@nestjs/common';
import { JwtVerifier } from '../../access/jwt/jwt-verifier.js';
import { REMOTE_ALGORITHMS } from '../../access/jwt/remote-key-set.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { UserCaller } from '../../access/hub-principal.js';
import { HubUsersService } from './hub-users.service.js';
import { IdentityProvider } from '../identity-provider/identity-provider.js';
import { readUserClaims } from './user-claims.js';

/** User JWTs of the identity provider (hub contract 1). */
@Injectable()
export class UserTokens {
  private readonly jwts: JwtVerifier | undefined;

  constructor(
    private readonly users: HubUsersService,
    private readonly provider: IdentityProvider,
    @Inject(APP_CONFIG) { idp }: AppConfig,
  ) {
    if (idp === undefined) return;
    this.jwts = new JwtVerifier({
      algorithms: REMOTE_ALGORITHMS,
      issuer: idp.issuer,
      audience: idp.audience,
      audienceMayBeList: true,
      keyOf: ({ alg, kid }) => provider.findKey(alg, kid),
    });
  }

  /** The user whom a JWT is of, who is made at the first one; undefined when it names nobody, or they are suspended.
   * @throws 401 when it does not hold */
  async byJwt(jwt: string): Promise<UserCaller | undefined> {
    if (this.jwts === undefined) return undefined;
    const claims = readUserClaims(await this.jwts.verify(jwt));
    return claims && this.users.callerOf({ ...claims, issuer: this.provider.storedIssuer });
  }
}
