import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { APP_CONFIG, ossSettings, type AppConfig } from '../../config/app-config.js';
import { SCOPES } from '../scopes.js';
import { OSS_ALGORITHM } from './jwt-policy.js';

/** A user as a login JWT describes them. */
export interface LoginSubject {
  readonly username: string;
  /** Resource patterns, as text. */
  readonly resources: readonly string[];
  /** Slugs of the user's organizations. */
  readonly orgs: readonly string[];
}

/** Issues the JWTs of oss mode: HS256 with the configured secret, issuer and audience. */
@Injectable()
export class LoginJwt {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /** A JWT with all nine scopes on the user's organizations, valid for `auth.oss.token_ttl` seconds. */
  async issue(subject: LoginSubject): Promise<string> {
    const { issuer, audience, issuerSecret, tokenTtl } = ossSettings(this.config);
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ scopes: SCOPES, resources: subject.resources, orgs: subject.orgs, login: true })
      .setProtectedHeader({ alg: OSS_ALGORITHM, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject.username)
      .setIssuedAt(now)
      .setExpirationTime(now + tokenTtl)
      .sign(new TextEncoder().encode(issuerSecret));
  }
}
