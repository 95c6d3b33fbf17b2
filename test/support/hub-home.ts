import type { ApiClient } from './api-client.js';
import { HubIdp } from './hub-actors.js';
import { freePort } from './ports.js';
import { ServerHome } from './server-home.js';
import type { ServerProcess } from './server-process.js';

const ADMIN = 'admin@example.com';
const OWNER = 'owner@example.com';

/** The compiled product with an identity provider and the organization `acme`; its servers have one address. */
export class HubHome {
  /** The platform administrator of the hub. */
  readonly admin: ApiClient;
  /** The owner of `acme`. */
  readonly owner: ApiClient;
  readonly anonymous: ApiClient;

  private constructor(
    readonly idp: HubIdp,
    readonly home: ServerHome,
    /** The running server, or the one that ran last. */
    public server: ServerProcess,
    callers: { readonly admin: ApiClient; readonly owner: ApiClient },
  ) {
    this.admin = callers.admin;
    this.owner = callers.owner;
    this.anonymous = server.client;
  }

  /** Starts a server; `settings` apply to all its servers. */
  static async open(
    settings: (address: string) => Promise<Readonly<Record<string, string>>>,
  ): Promise<HubHome> {
    const idp = await HubIdp.start();
    const port = String(await freePort());
    const address = `http://127.0.0.1:${port}`;
    const home = await ServerHome.open({
      ...idp.settings,
      PORT: port,
      PUBLIC_URL: address,
      PLATFORM_ADMIN_EMAILS: ADMIN,
      ...(await settings(address)),
    });
    const server = await home.start();
    const userOf = async (email: string): Promise<ApiClient> => {
      const claims = { sub: `auth0|${email}`, email, email_verified: true, name: email };
      const now = Math.floor(Date.now() / 1000);
      return server.client.as(`Bearer ${await idp.jwt({ ...claims, exp: now + 3600 })}`);
    };
    const [admin, owner] = [await userOf(ADMIN), await userOf(OWNER)];
    await owner.get('/api/v1/me');
    const organization = { name: 'Acme', slug: 'acme', display_name: 'Acme', owner_email: OWNER };
    const { status, text } = await admin.post('/api/v1/admin/orgs', organization);
    if (status !== 201) throw new Error(text);
    return new HubHome(idp, home, server, { admin, owner });
  }

  /** Starts the server again, which was killed. */
  async restart(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.server = await this.home.start(settings);
  }

  async close(): Promise<void> {
    await this.home.close();
    await this.idp.close();
  }
}
