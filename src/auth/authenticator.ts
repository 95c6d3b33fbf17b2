import { Injectable } from '@nestjs/common';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import { isTokenSecret, type TokenCredential } from './api-tokens/api-token-secret.js';
import { RegistryJwt } from './jwt/registry-jwt.js';
import { LocalUsersRepository, type UserStanding } from './local-users/local-users.repository.js';
import { LocalUsersService } from './local-users/local-users.service.js';
import { patternsOf, resourcesOf } from './local-users/user-authority.js';
import { Principal } from './principal.js';
import { ResourcePattern } from './resource-pattern.js';
import { SCOPES } from './scopes.js';

const patterns = (texts: readonly string[]): readonly ResourcePattern[] =>
  texts.map((text) => ResourcePattern.parse(text)).filter((pattern) => pattern !== undefined);

/** Turns the credentials of oss mode into principals. Undefined always means: not valid, for whatever reason. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly jwt: RegistryJwt,
    private readonly users: LocalUsersRepository,
    private readonly accounts: LocalUsersService,
    private readonly tokens: ApiTokensRepository,
  ) {}

  /**
   * A bearer JWT. Its claims say what it may do. One that a login issued is bound by the user's present memberships
   * too, and a disabled user's JWT is worth nothing.
   */
  async byJwt(jwt: string): Promise<Principal | undefined> {
    const claims = await this.jwt.verify(jwt);
    if (claims === undefined) return undefined;
    const standing = await this.users.standing(claims.subject);
    if (standing?.disabled === true || (claims.login && standing === undefined)) return undefined;
    const bound = claims.login && standing !== undefined ? [patternsOf(standing)] : [];
    return new Principal({
      kind: 'user',
      subject: claims.subject,
      scopes: new Set(claims.scopes),
      grants: [claims.resources, ...bound],
      orgs: claims.orgs,
    });
  }

  /** An API token: what it was given, and no more than its owner has now. */
  async byApiToken({ tokenId, secret }: TokenCredential): Promise<Principal | undefined> {
    const token = await this.tokens.findForUse(tokenId);
    if (token === undefined || !isTokenSecret(secret, token.secretHash)) return undefined;
    if (token.expiresAt.getTime() <= Date.now() || token.ownerDisabled) return undefined;
    return new Principal({
      kind: 'api_token',
      subject: token.owner,
      scopes: new Set(token.scopes),
      grants: [patterns(token.resources), ...(token.ownerKnown ? [patternsOf(token)] : [])],
      orgs: token.orgs,
      tokenRowId: token.id,
      expiresAt: token.expiresAt,
    });
  }

  /** A local user's name and password. */
  async byPassword(username: string, password: string): Promise<Principal | undefined> {
    const standing = await this.accounts.authenticate(username, password);
    return standing === undefined ? undefined : this.principalOf(standing);
  }

  /** A login JWT for a name and password, the same authority as `byPassword`. */
  async login(username: string, password: string): Promise<string | undefined> {
    const standing = await this.accounts.authenticate(username, password);
    if (standing === undefined) return undefined;
    return this.jwt.issue({
      username: standing.username,
      resources: resourcesOf(standing),
      orgs: standing.orgs,
    });
  }

  private principalOf(standing: UserStanding): Principal {
    return new Principal({
      kind: 'user',
      subject: standing.username,
      scopes: new Set(SCOPES),
      grants: [patternsOf(standing)],
      orgs: standing.orgs,
    });
  }
}
