import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import type { Role } from '../../src/auth/rules/roles.js';
import {
  hashServiceToken,
  makeServiceToken,
} from '../../src/hub/accounts/service-tokens/service-token-secret.js';
import { ApiClient, type ApiResponse } from './api-client.js';
import { rsaKey, type IdpKey } from './fake-idp.js';
import type { TestApp } from './test-app.js';

/** An OpenID provider on the loopback interface: discovery, keys, and access tokens for tests. */
export class HubIdp {
  readonly audience = 'https://hub.test/api';
  readonly key: IdpKey = rsaKey('hub-1');
  /** Whether it breaks off every connection. */
  isAway = false;

  private constructor(private readonly server: Server) {
    server.on('request', (req, res) => {
      if (this.isAway) {
        res.destroy();
        return;
      }
      const body =
        req.url === '/.well-known/openid-configuration'
          ? { issuer: this.issuer, jwks_uri: `${this.issuer}jwks` }
          : { keys: [this.key.jwk] };
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    });
  }

  static async start(): Promise<HubIdp> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HubIdp(server);
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** The variables that configure the hub to trust this provider, with high rate limits. */
  get settings(): Record<string, string> {
    return {
      IDP_DOMAIN: this.issuer,
      IDP_AUDIENCE: this.audience,
      RATE_LIMIT_ANONYMOUS: '100000',
      RATE_LIMIT_FREE: '100000',
      RATE_LIMIT_PRO: '100000',
    };
  }

  /** An access token with valid claims, overridden by the given ones; undefined removes a claim. */
  jwt(change: Readonly<Record<string, unknown>> = {}, key: IdpKey = this.key): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      iss: this.issuer,
      aud: this.audience,
      sub: 'auth0|somebody',
      iat: now,
      exp: now + 600,
      ...change,
    };
    const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    return new SignJWT(given).setProtectedHeader({ alg: key.alg, kid: key.kid }).sign(key.privateKey);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** A user who makes requests. */
export interface HubUserActor extends ApiClient {
  readonly id: string;
  readonly email: string;
}

/** A client with another JWT for each request. */
class LastingClient extends ApiClient {
  constructor(
    url: string,
    private readonly jwt: () => Promise<string>,
  ) {
    super(url);
  }

  override async send(...request: Parameters<ApiClient['send']>): Promise<ApiResponse> {
    return this.as(`Bearer ${await this.jwt()}`).send(...request);
  }
}

/** The callers of the hub's tests, with real credentials, and their organizations. */
export class HubActors {
  constructor(
    private readonly t: TestApp,
    readonly idp: HubIdp,
  ) {}

  get anonymous(): ApiClient {
    return this.t.actors.anonymous;
  }

  /** A new user who has made a request. */
  async user({ plan = 'FREE', name = `user-${randomUUID()}` } = {}): Promise<HubUserActor> {
    const email = `${name}@example.com`;
    const jwt = await this.idp.jwt({ sub: `auth0|${name}`, email, email_verified: true, name });
    const client = this.anonymous.as(`Bearer ${jwt}`);
    const { body } = await client.get('/api/v1/me');
    const id = body.id as string;
    if (plan !== 'FREE') await this.t.rows('UPDATE hub_user SET plan = $2 WHERE id = $1', [id, plan]);
    return Object.assign(client, { id, email });
  }

  /** The same user with a JWT from after the end of earlier ones: its times are whole seconds. */
  async again({ id, email }: HubUserActor): Promise<HubUserActor> {
    return Object.assign(this.anonymous.as(`Bearer ${await this.newJwt(email)}`), { id, email });
  }

  /** The same user with such a JWT for each request: no end of credentials lasts for them. */
  lasting({ id, email }: HubUserActor): HubUserActor {
    return Object.assign(new LastingClient(this.t.url, () => this.newJwt(email)), { id, email });
  }

  private newJwt(email: string): Promise<string> {
    const name = email.replace('@example.com', '');
    const iat = Math.floor(Date.now() / 1000) + 5;
    return this.idp.jwt({ sub: `auth0|${name}`, email, email_verified: true, name, iat });
  }

  /** An organization created by a user on the Enterprise plan, the `owner`. */
  async organization(
    slug = `org-${randomUUID().slice(0, 8)}`,
  ): Promise<{ id: string; slug: string; owner: HubUserActor }> {
    const owner = await this.user({ plan: 'ENTERPRISE' });
    const { status, body, text } = await owner.post('/api/v1/orgs', { name: slug, slug, display_name: slug });
    if (status !== 201) throw new Error(`the organization was not created: ${text}`);
    return { id: body.id as string, slug, owner };
  }

  async member(orgId: string, role: Role): Promise<HubUserActor> {
    const user = await this.user();
    await this.t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())`,
      [orgId, user.id, role],
    );
    return user;
  }

  /** A service token of the organization, as its first owner would create it. */
  async serviceToken(orgId: string, scopes: readonly string[]): Promise<ApiClient & { readonly id: string }> {
    const token = makeServiceToken(scopes);
    const [{ id } = { id: '' }] = await this.t.rows<{ id: string }>(
      `INSERT INTO service_token
         (id, org_id, name, token_hash, token_prefix, scopes, created_by, creator_user_id, created_at, expires_at)
       SELECT gen_random_uuid(), $1, 'ci', $2, left($3, 8), $4, coalesce(o.user_id, gen_random_uuid()), o.user_id,
              now(), now() + interval '1 day'
         FROM (SELECT (SELECT m.user_id FROM organization_member m
                        WHERE m.org_id = $1 AND m.role = 'OWNER' ORDER BY m.created_at LIMIT 1) AS user_id) o
       RETURNING id`,
      [orgId, hashServiceToken(token), token, scopes],
    );
    return Object.assign(this.anonymous.as(`Bearer ${token}`), { id });
  }
}
