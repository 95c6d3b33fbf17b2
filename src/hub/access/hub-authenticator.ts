import { Inject, Injectable } from '@nestjs/common';
import { unauthorized } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UserTokens } from '../identity/user-tokens.js';
import { hashServiceToken, isServiceToken } from '../service-tokens/service-token-secret.js';
import { ServiceTokensRepository } from '../service-tokens/service-tokens.repository.js';
import { ANONYMOUS, type HubPrincipal } from './hub-principal.js';

const BEARER = /^Bearer +(\S+)$/i;

/** Turns credentials into principals (hub spec, Validation order 1 to 4). */
@Injectable()
export class HubAuthenticator {
  constructor(
    private readonly users: UserTokens,
    private readonly tokens: ServiceTokensRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Who sends this Authorization header; nobody without one. @throws 401 for one that does not hold */
  async byHeader(authorization: string | undefined): Promise<HubPrincipal> {
    if (authorization === undefined) return ANONYMOUS;
    const credential = BEARER.exec(authorization)?.[1];
    if (credential === undefined) throw unauthorized();
    const principal = isServiceToken(credential)
      ? await this.byServiceToken(credential)
      : await this.users.byJwt(credential);
    if (principal === undefined) throw unauthorized();
    return principal;
  }

  private async byServiceToken(token: string): Promise<HubPrincipal | undefined> {
    const standing = await this.tokens.standingOf(hashServiceToken(token));
    if (standing === undefined) return undefined;
    if (!standing.usedLately && !this.config.readOnly) await this.tokens.recordUse(standing.id);
    return {
      kind: 'service_token',
      id: standing.id,
      name: standing.name,
      scopes: standing.scopes,
      organization: standing.organization,
    };
  }
}
