import { unauthorized } from '../../common/errors/unauthorized.js';
import { currentTime } from '../../common/values/clock.js';
import { ApiTokensRepository, type TokenOfSubject } from '../api-tokens/api-tokens.repository.js';
import { isTokenSecret, type TokenCredential } from '../api-tokens/api-token-secret.js';
import { Authenticator } from './authenticator.js';
import type { SubjectsRepository } from '../accounts/subjects.repository.js';
import { requireCurrent, requireUnexpired } from '../jwt/jwt-expiry.js';
import { readJwtClaims, type JwtClaims } from '../jwt/jwt-claims.js';
import type { JwtVerifier } from '../jwt/jwt-verifier.js';
import { RegistryPrincipal } from './registry-principal.js';
import { ResourcePattern } from '../rules/resource-pattern.js';

/** Authenticates in `enterprise` mode, where an identity provider manages users and their permissions. */
export class EnterpriseAuthenticator extends Authenticator {
  constructor(
    private readonly jwts: JwtVerifier,
    private readonly tokens: ApiTokensRepository,
    private readonly subjects: SubjectsRepository,
    private readonly issuer: string,
  ) {
    super();
  }

  async byJwt(jwt: string): Promise<RegistryPrincipal> {
    const claims = readJwtClaims(await this.jwts.verify(jwt));
    if (claims === undefined) throw unauthorized();
    return this.ofClaims(claims);
  }

  /** The authority of the claims, unless the hub says that the subject has no access, or that the JWT has ended. */
  private async ofClaims(claims: JwtClaims): Promise<RegistryPrincipal> {
    const { suspended, credentialsValidFrom } = await this.subjects.accessOf(this.issuer, claims.subject);
    if (suspended) throw unauthorized();
    requireCurrent(credentialsValidFrom, { issuedAt: claims.issuedAt });
    return new RegistryPrincipal({
      kind: 'user',
      subject: claims.subject,
      scopes: new Set(claims.scopes),
      grants: [claims.resources],
      renew: async () => {
        requireUnexpired(claims.expiresAt);
        return this.ofClaims(claims);
      },
    });
  }

  /**
   * The token's own authority: the owner's current one is known only to the provider, and visible only in their next
   * JWT. The hub knows whether the owner has access at all.
   */
  async byApiToken({ tokenId, secret }: TokenCredential): Promise<RegistryPrincipal> {
    const token = await this.tokens.findOfSubject(tokenId);
    if (token === undefined || !isTokenSecret(secret, token.secretHash)) throw unauthorized();
    return this.ofToken(tokenId, token);
  }

  private ofToken(tokenId: string, token: TokenOfSubject): RegistryPrincipal {
    if (token.expiresAt.getTime() <= currentTime()) throw unauthorized('expired');
    if (token.ownerDisabled) throw unauthorized();
    return new RegistryPrincipal({
      kind: 'api_token',
      subject: token.owner,
      scopes: new Set(token.scopes),
      grants: [ResourcePattern.parseAll(token.resources)],
      tokenRowId: token.id,
      publicTokenId: tokenId,
      tokenExpiresAt: token.expiresAt,
      renew: async () => {
        const current = await this.tokens.findOfSubject(tokenId);
        if (current === undefined) throw unauthorized();
        return this.ofToken(tokenId, current);
      },
    });
  }

  /** Passwords are never valid in this mode. */
  byPassword(): Promise<never> {
    return Promise.reject(unauthorized());
  }
}
