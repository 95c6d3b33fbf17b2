import { unauthorized } from '../common/errors/unauthorized.js';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import type { ApiToken } from './api-tokens/api-token.entity.js';
import { isTokenSecret, type TokenCredential } from './api-tokens/api-token-secret.js';
import { Authenticator } from './authenticator.js';
import { requireUnexpired } from './jwt/jwt-expiry.js';
import { readJwtClaims, type JwtClaims } from './jwt/jwt-claims.js';
import type { JwtVerifier } from './jwt/jwt-verifier.js';
import { RegistryPrincipal } from './registry-principal.js';
import { ResourcePattern } from './resource-pattern.js';

/** Authenticates in `enterprise` mode, where an identity provider manages users and their permissions. */
export class EnterpriseAuthenticator extends Authenticator {
  constructor(
    private readonly jwts: JwtVerifier,
    private readonly tokens: ApiTokensRepository,
  ) {
    super();
  }

  async byJwt(jwt: string): Promise<RegistryPrincipal> {
    const claims = readJwtClaims(await this.jwts.verify(jwt));
    if (claims === undefined) throw unauthorized();
    return this.ofClaims(claims);
  }

  private ofClaims(claims: JwtClaims): RegistryPrincipal {
    return new RegistryPrincipal({
      kind: 'user',
      subject: claims.subject,
      scopes: new Set(claims.scopes),
      grants: [claims.resources],
      renew: async () => {
        requireUnexpired(claims.expiresAt);
        return Promise.resolve(this.ofClaims(claims));
      },
    });
  }

  /**
   * The token's own authority: the owner's current one is known only to the provider, and visible only in their next
   * JWT.
   */
  async byApiToken({ tokenId, secret }: TokenCredential): Promise<RegistryPrincipal> {
    const token = await this.tokens.find(tokenId);
    if (token === undefined || !isTokenSecret(secret, token.secretHash)) throw unauthorized();
    return this.ofToken(token);
  }

  private ofToken(token: ApiToken): RegistryPrincipal {
    const { tokenId } = token;
    if (token.expiresAt.getTime() <= Date.now()) throw unauthorized('expired');
    return new RegistryPrincipal({
      kind: 'api_token',
      subject: token.owner,
      scopes: new Set(token.scopes),
      grants: [ResourcePattern.parseAll(token.resources)],
      tokenRowId: token.id,
      publicTokenId: tokenId,
      tokenExpiresAt: token.expiresAt,
      renew: async () => {
        const current = await this.tokens.find(tokenId);
        if (current === undefined) throw unauthorized();
        return this.ofToken(current);
      },
    });
  }

  /** Passwords are never valid in this mode. */
  byPassword(): Promise<never> {
    return Promise.reject(unauthorized());
  }
}
