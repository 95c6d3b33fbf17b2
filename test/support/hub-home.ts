import type { ApiClient } from './api-client.js';
import { HubIdp } from './hub-actors.js';
import { freePort } from './ports.js';
import { ServerHome } from './server-home.js';
import type { ServerProcess } from './server-process.js';

const ADMIN = 'admin@example.com';
const OWNER = 'owner@example.com';

type Settings = Readonly<Record<string, string>>;

/** A client of a user, for an hour. */
async function userOf(server: ServerProcess, idp: HubIdp, email: string): Promise<ApiClient> {
  const claims = { sub: `auth0|${email}`, email, email_verified: true, name: email };
  const now = Math.floor(Date.now() / 1000);
  return server.client.as(`Bearer ${await idp.jwt({ ...claims, exp: now + 3600 })}`);
}

/** Creates the organization `acme` for a user, and returns its id. */
async function createAcme(admin: ApiClient, owner: ApiClient): Promise<string> {
  await owner.get('/api/v1/me');
  const { status, body, text } = await admin.post('/api/v1/admin/orgs', {
    name: 'Acme',
    slug: 'acme',
    display_name: 'Acme',
    owner_email: OWNER,
    plan: 'ENTERPRISE',
  });
  if (status !== 201) throw new Error(text);
  return body.id as string;
}

/** The compiled product with an identity provider and the organization `acme`; its servers have one address. */
export class HubHome {
  private constructor(
    readonly idp: HubIdp,
    readonly home: ServerHome,
    /** The running server, or the one that ran last. */
    public server: ServerProcess,
    /** The platform administrator of the hub. */
    readonly admin: ApiClient,
    /** The owner of `acme`. */
    readonly owner: ApiClient,
    /** The id of `acme`. */
    readonly orgId: string,
  ) {}

  /** Starts a server; `settings`, which may depend on its address, apply to all its servers. */
  static async start(settings: Settings | ((address: string) => Promise<Settings>) = {}): Promise<HubHome> {
    const idp = await HubIdp.start();
    const port = String(await freePort());
    const address = `http://127.0.0.1:${port}`;
    const home = await ServerHome.open({
      ...idp.settings,
      PORT: port,
      PUBLIC_URL: address,
      PLATFORM_ADMIN_EMAILS: ADMIN,
      ...(typeof settings === 'function' ? await settings(address) : settings),
    });
    const server = await home.start();
    const [admin, owner] = [await userOf(server, idp, ADMIN), await userOf(server, idp, OWNER)];
    return new HubHome(idp, home, server, admin, owner, await createAcme(admin, owner));
  }

  get anonymous(): ApiClient {
    return this.server.client;
  }

  /** The secret of a new service token of the organization: for its administration, for the gate, or to read its evidence. */
  async serviceToken(scope: 'admin' | 'ci' | 'grc'): Promise<string> {
    const { status, body, text } = await this.owner.post(`/api/v1/orgs/${this.orgId}/tokens`, {
      name: scope,
      description: '',
      scopes: [scope === 'grc' ? 'grc:read' : `${scope}:org:${this.orgId}`],
    });
    if (status !== 201) throw new Error(text);
    return body.token as string;
  }

  /** Kills the server, unless it has ended, and starts another one. */
  async restart(settings: Settings = {}): Promise<void> {
    await this.server.kill();
    this.server = await this.home.start(settings);
  }

  async close(): Promise<void> {
    await this.home.close();
    await this.idp.close();
  }
}
