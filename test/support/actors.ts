import type { NestExpressApplication } from '@nestjs/platform-express';
import { SignJWT } from 'jose';
import { LocalUsersService } from '../../src/auth/local-users/local-users.service.js';
import { MembershipsService } from '../../src/registry/organizations/memberships.service.js';
import type { Role } from '../../src/registry/organizations/memberships.repository.js';
import type { ApiClient } from './api-client.js';
import { ISSUER_SECRET, PASSWORD } from './credentials.js';

export interface TokenOptions {
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly expires_in?: number;
}

/** A caller of the API. */
export interface Actor extends ApiClient {
  readonly username: string;
}

const named = (client: ApiClient, username: string): Actor => Object.assign(client, { username });

/** The callers of the tests, each with real credentials. Users are created once per application. */
export class Actors {
  private readonly users = new Map<string, Promise<Actor>>();

  constructor(
    private readonly app: NestExpressApplication,
    private readonly client: ApiClient,
  ) {}

  /** A caller without credentials. */
  get anonymous(): ApiClient {
    return this.client;
  }

  /** The registry administrator. */
  admin(): Promise<Actor> {
    return this.user('root', { registryAdmin: true });
  }

  /** A user with a role in an organization, which is created if needed. */
  async member(org: string, role: Role = 'member', username = `${org}-${role}`): Promise<Actor> {
    const known = this.users.has(username);
    const actor = await this.user(username);
    if (known) return actor;
    await this.app.get(MembershipsService).add(org, username, role, 'operator');
    // The claims of a login contain the memberships at that time.
    const renewed = this.login(username);
    this.users.set(username, renewed);
    return renewed;
  }

  /** A user without any membership. */
  user(username: string, options: { registryAdmin?: boolean } = {}): Promise<Actor> {
    let actor = this.users.get(username);
    if (actor === undefined) {
      actor = this.app
        .get(LocalUsersService)
        .add({ username, password: PASSWORD, ...options })
        .then(() => this.login(username));
      this.users.set(username, actor);
    }
    return actor;
  }

  /** A new login of an existing user. */
  async login(username: string): Promise<Actor> {
    return named(await this.client.login(username, PASSWORD), username);
  }

  /** An API token created by `creator`, by default the administrator. */
  async apiToken(options: TokenOptions, creator?: ApiClient): Promise<ApiClient> {
    const { body } = await (creator ?? (await this.admin())).post('/v1/tokens', {
      description: 'test',
      ...options,
    });
    const { token_id: id, secret } = body as { token_id: string; secret: string };
    return this.client.as(`Token ${id}:${secret}`);
  }

  /** A caller with a JWT of these claims, signed with the registry's own secret. */
  async bearer(claims: Readonly<Record<string, unknown>>, secret = ISSUER_SECRET): Promise<ApiClient> {
    return this.client.as(`Bearer ${await signJwt(claims, secret)}`);
  }
}

/** A JWT with valid claims, overridden by the given ones; undefined removes a claim. */
export function signJwt(claims: Readonly<Record<string, unknown>>, secret = ISSUER_SECRET): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload: Record<string, unknown> = {
    iss: 'registry-oss',
    aud: 'registry',
    sub: 'somebody',
    iat: now,
    exp: now + 600,
    scopes: [],
    resources: [],
    ...claims,
  };
  const present = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  return new SignJWT(present).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
}
