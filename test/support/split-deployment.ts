import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ApiClient } from './api-client.js';
import { HubHome } from './hub-home.js';
import { S3Server } from './s3-server.js';
import type { ServerProcess } from './server-process.js';

const signingKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A process of an installation, and what starts it again. */
interface Deployed {
  readonly role: 'api' | 'worker';
  readonly settings: Readonly<Record<string, string>>;
  process: ServerProcess;
}

/** An installation as docs/operations.md describes it: servers and workers apart, on PostgreSQL, Redis and S3. */
export class SplitDeployment {
  private constructor(
    readonly s3: S3Server,
    readonly hub: HubHome,
    private readonly deployed: readonly Deployed[],
  ) {}

  /** Starts so many processes of each role. Their data directories are empty, and stay so. */
  static async start(
    count: { readonly servers: number; readonly workers: number },
    settings: Readonly<Record<string, string>> = {},
  ): Promise<SplitDeployment> {
    const s3 = await S3Server.start();
    const hub = await HubHome.start(() =>
      Promise.resolve({
        ...s3.settings,
        STORAGE_PRESIGN_ENABLED: 'false',
        REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
        REDIS_PREFIX: `test-${randomUUID()}`,
        HUB_SIGNING_KEY: signingKey(),
        OUTBOUND_WEBHOOKS_SECRET_KEY: randomBytes(32).toString('base64'),
        SESSION_SECRET: randomBytes(32).toString('base64'),
        PROCESS_ROLE: 'api',
        ...settings,
      }),
    );
    const deployed: Deployed[] = [{ role: 'api', settings: {}, process: hub.server }];
    const add = async (role: Deployed['role']): Promise<void> => {
      const own = { PORT: '0', PROCESS_ROLE: role, DATA_DIR: join(hub.home.dataDir, randomUUID()) };
      deployed.push({ role, settings: own, process: await hub.home.start(own) });
    };
    for (let server = 1; server < count.servers; server += 1) await add('api');
    for (let worker = 0; worker < count.workers; worker += 1) await add('worker');
    return new SplitDeployment(s3, hub, deployed);
  }

  /** The servers; the first one has the public address. */
  get servers(): readonly ServerProcess[] {
    return this.processesOf('api');
  }

  get workers(): readonly ServerProcess[] {
    return this.processesOf('worker');
  }

  /**
   * Starts a process again after its end.
   * @throws FailedStart
   */
  async restart(ended: ServerProcess): Promise<ServerProcess> {
    const place = this.deployed.find((each) => each.process === ended);
    if (place === undefined) throw new Error('it is no process of this installation');
    await ended.kill();
    place.process = await this.hub.home.start(place.settings);
    if (place === this.deployed[0]) this.hub.server = place.process;
    return place.process;
  }

  /** The same caller at a server: at the next one for each number, so that the steps of a journey reach all of them. */
  at(step: number, caller: ApiClient): ApiClient {
    const { servers } = this;
    const { url } = servers[step % servers.length] ?? this.hub.server;
    return new ApiClient(url, caller.credentials);
  }

  async close(): Promise<void> {
    await this.hub.close();
    await this.s3.close();
  }

  private processesOf(role: Deployed['role']): readonly ServerProcess[] {
    return this.deployed.filter((each) => each.role === role).map((each) => each.process);
  }
}
