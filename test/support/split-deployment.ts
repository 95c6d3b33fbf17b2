import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ApiClient } from './api-client.js';
import { HubHome } from './hub-home.js';
import { S3Server } from './s3-server.js';
import type { ServerProcess } from './server-process.js';

const signingKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** An installation as docs/operations.md describes it: servers and workers apart, on PostgreSQL, Redis and S3. */
export class SplitDeployment {
  private constructor(
    private readonly s3: S3Server,
    readonly hub: HubHome,
    /** The servers; the first one has the public address. */
    readonly servers: readonly ServerProcess[],
    readonly workers: readonly ServerProcess[],
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
    const another = (role: string): Promise<ServerProcess> =>
      hub.home.start({ PORT: '0', PROCESS_ROLE: role, DATA_DIR: join(hub.home.dataDir, randomUUID()) });
    const servers = [hub.server];
    while (servers.length < count.servers) servers.push(await another('api'));
    const workers: ServerProcess[] = [];
    while (workers.length < count.workers) workers.push(await another('worker'));
    return new SplitDeployment(s3, hub, servers, workers);
  }

  /** The same caller at a server: at the next one for each number, so that the steps of a journey reach all of them. */
  at(step: number, caller: ApiClient): ApiClient {
    const { url } = this.servers[step % this.servers.length] ?? this.hub.server;
    return new ApiClient(url, caller.credentials);
  }

  async close(): Promise<void> {
    await this.hub.close();
    await this.s3.close();
  }
}
