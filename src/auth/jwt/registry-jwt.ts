import { Inject, Injectable } from '@nestjs/common';
import { jwtVerify, SignJWT, errors } from 'jose';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { SCOPES } from '../scopes.js';
import { readJwtClaims, type JwtClaims } from './jwt-claims.js';

const ALGORITHM = 'HS256';

/** A user as a login JWT describes them. */
export interface LoginSubject {
  readonly username: string;
  /** Resource patterns, as text. */
  readonly resources: readonly string[];
  /** Slugs of the user's organizations. */
  readonly orgs: readonly string[];
}

/** Issues and verifies the JWTs of oss mode: HS256 with the configured secret, issuer and audience. */
@Injectable()
export class RegistryJwt {
  private readonly key: Uint8Array;

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {
    this.key = new TextEncoder().encode(config.auth.oss.issuerSecret);
  }

  /** A JWT with all nine scopes on the user's organizations, valid for `auth.oss.token_ttl` seconds. */
  async issue(subject: LoginSubject): Promise<string> {
    const { issuer, audience, tokenTtl } = this.config.auth.oss;
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ scopes: SCOPES, resources: subject.resources, orgs: subject.orgs, login: true })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject.username)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + tokenTtl)
      .sign(this.key);
  }

  /** The claims of a JWT; undefined when any of its signature, times, issuer, audience or claims does not hold. */
  async verify(jwt: string): Promise<JwtClaims | undefined> {
    const { issuer, audience } = this.config.auth.oss;
    try {
      const { payload } = await jwtVerify(jwt, this.key, { algorithms: [ALGORITHM], issuer, audience });
      // The library also takes a list that holds the audience; here it must equal it (registry spec, JWT claims).
      return payload.aud === audience ? readJwtClaims(payload) : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
