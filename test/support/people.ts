import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { LocalUsersService } from '../../src/auth/local-users/local-users.service.js';
import { SCOPES } from '../../src/auth/rules/scopes.js';
import { MembershipsService } from '../../src/registry/organizations/memberships.service.js';
import { ApiClient } from './api-client.js';
import { PASSWORD } from './credentials.js';
import {
  BROWSER_SETTINGS,
  browserOf,
  isCallback,
  ORIGIN,
  PUBLIC_URL,
  SESSION,
  signIn,
  startSignIn,
} from './hub-browser.js';
import { ScriptedIdp } from './scripted-idp.js';
import { startTestApp, type TestApp } from './test-app.js';

/** The organization, in both APIs, of the people. */
export const ORG = 'acme';

/** What a person is beside a member of the organization. */
export const RANKS = [
  'a member',
  'an administrator of the registry',
  'an administrator of the platform',
] as const;
export type Rank = (typeof RANKS)[number];

/** A person with what a sign-in gives: clients by the kind of credential. */
export interface Person {
  readonly name: string;
  readonly userId: string;
  readonly session: ApiClient;
  /** A JWT of the registry's API. */
  readonly registry: ApiClient;
  readonly signIns: Readonly<Record<string, ApiClient>>;
  /** Name and password, where the product checks them. */
  readonly password?: ApiClient;
}

/** The product in one mode, with people who can sign in. */
export interface World {
  readonly t: TestApp;
  readonly orgId: string;
  /** A new person. */
  person(rank: Rank): Promise<Person>;
  /** The same person, who signs in again. */
  again(person: Person, password?: string): Promise<Person>;
  /** A caller with a JWT of these claims, which the registry accepts. */
  bearer(claims: Claims): Promise<ApiClient>;
  close(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;
type Claims = Readonly<Record<string, unknown>>;

const LIMITS = Object.fromEntries(
  ['ANONYMOUS', 'FREE', 'PRO', 'ENTERPRISE'].map((plan) => [`RATE_LIMIT_${plan}`, '100000']),
);

let clients = 0;

abstract class AnyWorld implements World {
  orgId = '';
  private made = 0;

  protected constructor(readonly t: TestApp) {}

  abstract bearer(claims: Claims): Promise<ApiClient>;
  abstract again(person: Pick<Person, 'name'>, password?: string): Promise<Person>;
  protected abstract create(name: string, rank: Rank): Promise<Person>;
  abstract close(): Promise<void>;

  async person(rank: Rank): Promise<Person> {
    if (this.orgId === '') await this.createOrganization();
    this.made += 1;
    const person = await this.create(`person-${this.made}`, rank);
    await this.t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'ADMIN', now())`,
      [this.orgId, person.userId],
    );
    if (rank === 'an administrator of the platform') {
      await this.t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [person.userId]);
    }
    return person;
  }

  /** A client with an address of its own, because logins are limited by the address. */
  protected client(headers: Readonly<Record<string, string>>): ApiClient {
    clients += 1;
    return new ApiClient(this.t.url, {
      'x-forwarded-for': `10.9.${(clients >> 8) % 256}.${clients % 256}`,
      ...headers,
    });
  }

  protected sessionOf(cookies: Readonly<Record<string, string>>): ApiClient {
    return this.client({ cookie: `${SESSION}=${cookies[SESSION] ?? ''}`, origin: ORIGIN });
  }

  private async createOrganization(): Promise<void> {
    const [{ id } = { id: '' }] = await this.t.rows<{ id: string }>(
      `INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, $1, $1, $1, 'ENTERPRISE', now(), now()) RETURNING id`,
      [ORG],
    );
    this.orgId = id;
  }
}

// RFC 7636, appendix B.
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** Local users, who sign in to the hub with the built-in provider. */
class OssWorld extends AnyWorld {
  static async start(settings: Settings): Promise<World> {
    return new OssWorld(
      await startTestApp({ ...BROWSER_SETTINGS, ...LIMITS, AUTH_OSS_ENABLE_BASIC: 'true', ...settings }),
    );
  }

  bearer(claims: Claims): Promise<ApiClient> {
    return this.t.actors.bearer(claims);
  }

  async again({ name }: Pick<Person, 'name'>, password = PASSWORD): Promise<Person> {
    const browser = browserOf(this.t);
    const { text } = await signIn(browser, name, password);
    const { id } = JSON.parse(text) as { id: string };
    const session = this.sessionOf(browser.jar(PUBLIC_URL));
    const registry = await this.client({}).login(name, password);
    const basic = Buffer.from(`${name}:${password}`).toString('base64');
    return {
      name,
      userId: id,
      session,
      registry,
      signIns: { session, login: registry, 'access token': await this.accessTokenOf(name, password) },
      password: this.client({ authorization: `Basic ${basic}` }),
    };
  }

  async close(): Promise<void> {
    await this.t.close();
  }

  protected async create(name: string, rank: Rank): Promise<Person> {
    const registryAdmin = rank === 'an administrator of the registry';
    await this.t.app.get(LocalUsersService).add({ username: name, password: PASSWORD, registryAdmin });
    await this.t.app.get(MembershipsService).add(ORG, name, 'admin', 'operator');
    return this.again({ name });
  }

  /** An access token of the provider for the hub, from the code flow of its client. */
  private async accessTokenOf(username: string, password: string): Promise<ApiClient> {
    const { id, secret } = this.t.config.idp?.client ?? { id: '', secret: '' };
    const redirect = `${PUBLIC_URL}/auth/callback`;
    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      redirect_uri: redirect,
      scope: 'openid email profile',
      state: 'a-state',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    const browser = browserOf(this.t);
    const prompt = await browser.open(`${PUBLIC_URL}/oidc/auth?${String(query)}`);
    const back = await browser.open(prompt.url, { form: { username, password } }, isCallback);
    const response = await fetch(`${this.t.url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: new URL(back.url).searchParams.get('code') ?? '',
        redirect_uri: redirect,
        code_verifier: VERIFIER,
      }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return this.client({ authorization: `Bearer ${token}` });
  }
}

/** Users of an identity provider that both APIs trust. */
export class EnterpriseWorld extends AnyWorld {
  private constructor(
    t: TestApp,
    readonly idp: ScriptedIdp,
  ) {
    super(t);
  }

  static async start(settings: Settings = {}): Promise<EnterpriseWorld> {
    const idp = await ScriptedIdp.start();
    const t = await startTestApp({
      ...BROWSER_SETTINGS,
      ...LIMITS,
      ...idp.settings,
      AUTH_MODE: 'enterprise',
      AUTH_ENTERPRISE_JWKS_URL: `${idp.issuer}jwks`,
      AUTH_ENTERPRISE_ISSUER: idp.issuer,
      AUTH_ENTERPRISE_AUDIENCE: idp.settings['IDP_AUDIENCE'] ?? '',
      ...settings,
    });
    return new EnterpriseWorld(t, idp);
  }

  async bearer(claims: Claims): Promise<ApiClient> {
    const now = Math.floor(Date.now() / 1000);
    const jwt = await new SignJWT({
      iss: this.idp.issuer,
      aud: this.idp.settings['IDP_AUDIENCE'] ?? '',
      sub: 'somebody',
      iat: now,
      exp: now + 600,
      ...claims,
    })
      .setProtectedHeader({ alg: this.idp.key.alg, kid: this.idp.key.kid })
      .sign(this.idp.key.privateKey);
    return this.client({ authorization: `Bearer ${jwt}` });
  }

  again({ name }: Pick<Person, 'name'>): Promise<Person> {
    // Later than any end: times of JWTs are whole seconds.
    return this.signedIn(name, ['catalog', `org/${ORG}/`], 5);
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.idp.close();
  }

  protected async create(name: string, rank: Rank): Promise<Person> {
    const resources = ['catalog', rank === 'an administrator of the registry' ? 'org/' : `org/${ORG}/`];
    await this.t.app.get(MembershipsService).add(ORG, `idp|${name}`, 'admin', 'operator');
    return this.signedIn(name, resources, -5);
  }

  private async signedIn(name: string, resources: readonly string[], age: number): Promise<Person> {
    const claims = {
      sub: `idp|${name}`,
      email: `${name}@example.com`,
      email_verified: true,
      name,
    };
    this.idp.token = { claims };
    this.idp.refreshToken = randomUUID();
    const browser = browserOf(this.t);
    const { id } = JSON.parse((await startSignIn(browser)).text) as { id: string };
    const session = this.sessionOf(browser.jar(PUBLIC_URL));
    const iat = Math.floor(Date.now() / 1000) + age;
    const bearer = await this.bearer({ ...claims, scopes: [...SCOPES], resources, iat });
    return { name, userId: id, session, registry: bearer, signIns: { session, JWT: bearer } };
  }
}

/** Starts the product in a mode. */
export const WORLDS = {
  oss: (settings: Settings = {}) => OssWorld.start(settings),
  enterprise: (settings: Settings = {}) => EnterpriseWorld.start(settings),
} as const satisfies Readonly<Record<string, (settings?: Settings) => Promise<World>>>;
export type Mode = keyof typeof WORLDS;
