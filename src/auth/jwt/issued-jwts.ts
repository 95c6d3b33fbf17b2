import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { currentTime } from '../../common/values/clock.js';
import { APP_CONFIG, ossSettings, type AppConfig } from '../../config/app-config.js';
import { SCOPES } from '../rules/scopes.js';
import { credentialsVersion } from './jwt-expiry.js';
import { OSS_ALGORITHM } from './jwt-policy.js';

/** A user in a login JWT. */
export interface LoginSubject {
  /** The local account: its name may belong to another one later. */
  readonly id: string;
  readonly username: string;
  /** Resource patterns, as text. */
  readonly resources: readonly string[];
  /** Slugs of the user's organizations. */
  readonly orgs: readonly string[];
  /** When the credentials of the account ended last: the JWT ends with the next time. */
  readonly credentialsValidFrom: number | null;
}

/** An API token in a JWT. */
export interface TokenSubject {
  readonly tokenId: string;
  readonly owner: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly expiresAt: Date;
}

/** What a JWT of the hub itself allows on the registry. */
export interface ServiceAuthority {
  readonly scopes: readonly string[];
  /** Resource patterns, as text. */
  readonly resources: readonly string[];
}

// No user can have this name.
const SERVICE_SUBJECT = 'urn:mcp-hub:hub';
const SERVICE_SECONDS = 3600;

/** Issues the JWTs of oss mode: HS256 with the configured secret, issuer and audience. */
@Injectable()
export class IssuedJwts {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /**
   * A JWT with all nine scopes on the user's organizations.
   * @param lifetime in seconds; `auth.oss.token_ttl` without it
   */
  ofLogin(
    { id, username, resources, orgs, credentialsValidFrom }: LoginSubject,
    lifetime?: number,
  ): Promise<string> {
    const exp = seconds(currentTime()) + (lifetime ?? ossSettings(this.config).tokenTtl);
    return this.sign({
      sub: username,
      exp,
      scopes: SCOPES,
      resources,
      orgs,
      login: true,
      account: id,
      credentials: credentialsVersion(credentialsValidFrom),
    });
  }

  /** An API token as a JWT, for clients that support only `Bearer`. `jti` binds it to the token's row. */
  ofApiToken({ tokenId, owner, scopes, resources, expiresAt }: TokenSubject): Promise<string> {
    const exp = seconds(expiresAt.getTime());
    return this.sign({ sub: owner, exp, jti: tokenId, scopes, resources });
  }

  /** A JWT of the hub as a client of the registry, valid for an hour. */
  ofService({ scopes, resources }: ServiceAuthority): Promise<string> {
    const exp = seconds(currentTime()) + SERVICE_SECONDS;
    return this.sign({ sub: SERVICE_SUBJECT, exp, scopes, resources });
  }

  private sign(claims: Readonly<Record<string, unknown>>): Promise<string> {
    const { issuer, audience, issuerSecret } = ossSettings(this.config);
    return new SignJWT({ iss: issuer, aud: audience, iat: seconds(currentTime()), ...claims })
      .setProtectedHeader({ alg: OSS_ALGORITHM, typ: 'JWT' })
      .sign(new TextEncoder().encode(issuerSecret));
  }
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
