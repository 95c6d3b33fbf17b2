import type { ApiClient } from './api-client.js';
import { HubIdp } from './hub-actors.js';
import { freePort } from './ports.js';
import { ServerHome } from './server-home.js';
import type { ServerProcess } from './server-process.js';

const ADMIN = 'admin@example.com';
const OWNER = 'owner@example.com';

async function userOf(server: ServerProcess, idp: HubIdp, email: string): Promise<ApiClient> {
  const claims = { sub: `auth0|${email}`, email, email_verified: true, name: email };
  return server.client.as(`Bearer ${await idp.jwt(claims)}`);
}

/** Creates an organization for a user. Returns its id. */
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

/** A server as its own process, whose hub has the organization `acme`. */
export class HubHome {
  private constructor(
    private readonly idp: HubIdp,
    private readonly home: ServerHome,
    private running: ServerProcess,
    readonly orgId: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<HubHome> {
    const idp = await HubIdp.start();
    const port = String(await freePort());
    const home = await ServerHome.open({
      ...idp.settings,
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PLATFORM_ADMIN_EMAILS: ADMIN,
      ...settings,
    });
    const server = await home.start();
    const orgId = await createAcme(await userOf(server, idp, ADMIN), await userOf(server, idp, OWNER));
    return new HubHome(idp, home, server, orgId);
  }

  get server(): ServerProcess {
    return this.running;
  }

  /** The administrator of the platform. */
  admin(): Promise<ApiClient> {
    return userOf(this.server, this.idp, ADMIN);
  }

  /** The owner of the organization. */
  owner(): Promise<ApiClient> {
    return userOf(this.server, this.idp, OWNER);
  }

  /** The secret of a new service token of the organization, for its administration or for the gate. */
  async serviceToken(scope: 'admin' | 'ci'): Promise<string> {
    const owner = await this.owner();
    const { status, body, text } = await owner.post(`/api/v1/orgs/${this.orgId}/tokens`, {
      name: scope,
      description: '',
      scopes: [`${scope}:org:${this.orgId}`],
    });
    if (status !== 201) throw new Error(text);
    return body.token as string;
  }

  /** Kills the server and starts it again. */
  async restart(): Promise<void> {
    await this.running.kill();
    this.running = await this.home.start();
  }

  async close(): Promise<void> {
    await this.home.close();
    await this.idp.close();
  }
}
