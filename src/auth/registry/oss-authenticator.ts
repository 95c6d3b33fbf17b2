import { unauthorized } from '../../common/errors/unauthorized.js';
import { currentTime } from '../../common/values/clock.js';
import { ApiTokensRepository, type TokenWithOwner } from '../api-tokens/api-tokens.repository.js';
import { isTokenId, isTokenSecret, type TokenCredential } from '../api-tokens/api-token-secret.js';
import { Authenticator, type PasswordCredential } from './authenticator.js';
import { requireCurrent, requireUnexpired } from '../jwt/jwt-expiry.js';
import { readJwtClaims, type JwtClaims } from '../jwt/jwt-claims.js';
import type { JwtVerifier } from '../jwt/jwt-verifier.js';
import {
  type LocalUsersRepository,
  type LocalUserSnapshot,
  patternsOf,
} from '../local-users/local-users.repository.js';
import type { LocalUsersService } from '../local-users/local-users.service.js';
import { RegistryPrincipal } from './registry-principal.js';
import { ResourcePattern } from '../rules/resource-pattern.js';
import { SCOPES } from '../rules/scopes.js';

/** Authenticates in `oss` mode, where the registry manages its own users. */
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
   * A JWT has the authority of its claims. A login JWT is also limited by the user's current memberships, and the
   * JWT of a user without access, or from before the user's credentials ended, is invalid. The JWT of an API token has the
   * token's authority.
   */
  async byJwt(jwt: string): Promise<RegistryPrincipal> {
    const payload = await this.jwts.verify(jwt);
    const claims = readJwtClaims(payload);
    if (claims === undefined) throw unauthorized();
    return isTokenId(payload.jti) ? this.byTokenJwt(payload.jti, claims.subject) : this.ofClaims(claims);
  }

  private async ofClaims(claims: JwtClaims): Promise<RegistryPrincipal> {
    const snapshot = await this.usersRepository.findSnapshot(claims.subject);
    if (snapshot?.disabled === true || (claims.login && !isOfAccount(claims, snapshot))) throw unauthorized();
    if (snapshot !== undefined) requireCurrent(snapshot.credentialsValidFrom, claims);
    const bound = claims.login && snapshot !== undefined ? [patternsOf(snapshot)] : [];
    return new RegistryPrincipal({
      kind: 'user',
      subject: claims.subject,
      ...(snapshot !== undefined && { accountId: snapshot.id }),
      scopes: new Set(claims.scopes),
      grants: [claims.resources, ...bound],
      renew: async () => {
        requireUnexpired(claims.expiresAt);
        return this.ofClaims(claims);
      },
    });
  }

  /** The token's own authority, limited by its owner's current one. */
  async byApiToken({ tokenId, secret }: TokenCredential): Promise<RegistryPrincipal> {
    const token = await this.tokens.findWithOwner(tokenId);
    if (token === undefined || !isTokenSecret(secret, token.secretHash)) throw unauthorized();
    return this.ofToken(tokenId, token);
  }

  /** The token's row is authoritative, so that deleting it invalidates its JWT at once (registry contract 5). */
  private async byTokenJwt(tokenId: string, owner: string): Promise<RegistryPrincipal> {
    const token = await this.tokens.findWithOwner(tokenId);
    if (token === undefined) throw unauthorized('revoked');
    if (token.owner !== owner) throw unauthorized();
    return this.ofToken(tokenId, token);
  }

  /** The same authority as a login JWT. */
  async byPassword(
    { username, password }: PasswordCredential,
    signal: AbortSignal,
  ): Promise<RegistryPrincipal> {
    const snapshot = await this.users.authenticate(username, password, signal);
    if (snapshot === undefined) throw unauthorized();
    return this.ofUser(snapshot);
  }

  private ofUser(snapshot: LocalUserSnapshot): RegistryPrincipal {
    return new RegistryPrincipal({
      kind: 'user',
      subject: snapshot.username,
      accountId: snapshot.id,
      scopes: new Set(SCOPES),
      grants: [patternsOf(snapshot)],
      renew: async () => {
        const current = await this.usersRepository.findSnapshot(snapshot.username);
        const isSame = current?.credentialsValidFrom === snapshot.credentialsValidFrom;
        if (current === undefined || current.disabled || !isSame) throw unauthorized();
        return this.ofUser(current);
      },
    });
  }

  /** @throws 401 for a token that has expired, or whose owner has no access */
  private ofToken(tokenId: string, token: TokenWithOwner): RegistryPrincipal {
    if (token.expiresAt.getTime() <= currentTime()) throw unauthorized('expired');
    if (token.ownerDisabled) throw unauthorized();
    return new RegistryPrincipal({
      kind: 'api_token',
      subject: token.owner,
      ...(token.accountId !== null && { accountId: token.accountId }),
      scopes: new Set(token.scopes),
      grants: [
        ResourcePattern.parseAll(token.resources),
        ...(token.accountId !== null ? [patternsOf(token)] : []),
      ],
      tokenRowId: token.id,
      publicTokenId: tokenId,
      tokenExpiresAt: token.expiresAt,
      renew: async () => {
        const current = await this.tokens.findWithOwner(tokenId);
        if (current === undefined) throw unauthorized('revoked');
        return this.ofToken(tokenId, current);
      },
    });
  }
}

/** Whether a login JWT is of this account, and not of a deleted one with the same name. */
function isOfAccount(
  { account, issuedAt = 0 }: JwtClaims,
  snapshot: LocalUserSnapshot | undefined,
): snapshot is LocalUserSnapshot {
  if (snapshot === undefined) return false;
  return account === undefined ? issuedAt >= Math.floor(snapshot.createdAt) : account === snapshot.id;
}
