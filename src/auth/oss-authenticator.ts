import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import { isTokenSecret, type TokenCredential } from './api-tokens/api-token-secret.js';
import { Authenticator, type PasswordCredential } from './authenticator.js';
import { readJwtClaims } from './jwt/jwt-claims.js';
import type { JwtVerifier } from './jwt/jwt-verifier.js';
import type { LocalUsersRepository } from './local-users/local-users.repository.js';
import type { LocalUsersService } from './local-users/local-users.service.js';
import { patternsOf } from './local-users/user-authority.js';
import { Principal } from './principal.js';
import { ResourcePattern } from './resource-pattern.js';
import { SCOPES } from './scopes.js';

/** The credentials of `oss` mode, whose users the registry keeps itself. */
export class OssAuthenticator extends Authenticator {
  constructor(
    private readonly jwts: JwtVerifier,
    private readonly usersRepository: LocalUsersRepository,
    private readonly users: LocalUsersService,
    private readonly tokens: ApiTokensRepository,
  ) {
    super();
  }

  /**
   * The claims say what a JWT may do. One that a login issued is bound by the user's present memberships too, and a
   * disabled user's JWT is worth nothing.
   */
  async byJwt(jwt: string): Promise<Principal | undefined> {
    const claims = readJwtClaims(await this.jwts.verify(jwt));
    if (claims === undefined) return undefined;
    const standing = await this.usersRepository.standing(claims.subject);
    if (standing?.disabled === true || (claims.login && standing === undefined)) return undefined;
    const bound = claims.login && standing !== undefined ? [patternsOf(standing)] : [];
    return new Principal({
      kind: 'user',
      subject: claims.subject,
      scopes: new Set(claims.scopes),
      grants: [claims.resources, ...bound],
    });
  }

  /** What a token was given, and no more than its owner has now. */
  async byApiToken({ tokenId, secret }: TokenCredential): Promise<Principal | undefined> {
    const token = await this.tokens.findWithOwner(tokenId);
    if (token === undefined || !isTokenSecret(secret, token.secretHash)) return undefined;
    if (token.expiresAt.getTime() <= Date.now() || token.ownerDisabled) return undefined;
    return new Principal({
      kind: 'api_token',
      subject: token.owner,
      scopes: new Set(token.scopes),
      grants: [ResourcePattern.parseAll(token.resources), ...(token.ownerKnown ? [patternsOf(token)] : [])],
      tokenRowId: token.id,
      tokenExpiresAt: token.expiresAt,
    });
  }

  /** The same authority as that of a login JWT. */
  async byPassword(
    { username, password }: PasswordCredential,
    signal: AbortSignal,
  ): Promise<Principal | undefined> {
    const standing = await this.users.authenticate(username, password, signal);
    if (standing === undefined) return undefined;
    return new Principal({
      kind: 'user',
      subject: standing.username,
      scopes: new Set(SCOPES),
      grants: [patternsOf(standing)],
    });
  }
}
