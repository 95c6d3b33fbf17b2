import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { aVersion, publish } from '../support/builders.js';
import { ISSUER_SECRET, PASSWORD } from '../support/credentials.js';
import { expectRefused } from '../support/refusals.js';
import { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';
import { openTestDatabase } from '../support/test-database.js';
import { resolve } from '../support/version-requests.js';

const ID = 'goodbye/files';
const ROUNDS = 200;
const CLIENTS = 6;

/** ReadyForQuery, outside of a transaction (PostgreSQL, Message Formats). */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** ErrorResponse of a server that an administrator stops, or whose postmaster has gone. */
const GOODBYE = ((): Buffer => {
  const fields = Buffer.from(
    'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
  );
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

/** Ends connections as PostgreSQL does when it stops: right behind an answer, so that both arrive together. */
class StoppingProxy {
  /** Answers that come before the one behind which the connection ends; undefined while none is to end. */
  private before: number | undefined;

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (client: Socket) => this.accept(client));
  }

  static async to(databaseUrl: string): Promise<StoppingProxy> {
    const { hostname: host, port } = new URL(databaseUrl);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StoppingProxy(server, { host, port: Number(port || 5432) });
  }

  urlOf(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  /** Lets that many answers pass, ends a connection behind the next one, and waits until it is done. */
  async stopAfter(answers: number): Promise<void> {
    this.before = answers;
    await eventually(() => Promise.resolve(this.before === undefined));
  }

  close(): void {
    this.server.close();
  }

  private accept(client: Socket): void {
    const server = connect(this.target);
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => {
      const isAnswer = bytes.subarray(-READY.length).equals(READY);
      if (!isAnswer || this.before === undefined || this.before > 0) {
        client.write(bytes);
        if (isAnswer && this.before !== undefined) this.before -= 1;
        return;
      }
      this.before = undefined;
      client.end(Buffer.concat([bytes, GOODBYE]));
      server.destroy();
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('end', () => to.end());
      from.on('close', () => to.end());
    }
  }
}

describe('a database server that ends connections right behind its answers', () => {
  let dataDir: string;
  let database: OpenDatabase;
  let proxy: StoppingProxy;
  let server: ServerProcess;
  let client: ApiClient;
  let admin: ApiClient;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-goodbye-'));
    database = await openTestDatabase();
    proxy = await StoppingProxy.to(database.server as string);
    server = await ServerProcess.start({
      DATA_DIR: dataDir,
      DATABASE_URL: proxy.urlOf(database.server as string),
      // Fewer than clients, so that each connection that is given back is taken at once.
      DATABASE_POOL_SIZE: '2',
      AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
      BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    });
    client = new ApiClient(server.url);
    const { body } = await client.post('/v1/auth/login', { username: 'admin', password: PASSWORD });
    admin = client.as(`Bearer ${body.access_token as string}`);
    await aVersion(admin, ID, '1.0.0').published();
  });
  afterAll(async () => {
    await server.kill();
    proxy.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is 503 for some, and nothing worse', async () => {
    const answers: ApiResponse[] = [];
    let asking = true;
    const goOn = async (ask: (count: number) => Promise<ApiResponse>): Promise<void> => {
      for (let count = 0; asking; count += 1) answers.push(await ask(count));
    };
    // Transactions and single statements, which take their connections from the pool in different ways.
    const clients = Array.from({ length: CLIENTS }, (_unused, index) => [
      goOn((count) => publish(admin, ID, `2.${index}.${count}`)),
      goOn(() => resolve(admin, ID, 'latest')),
    ]).flat();
    const ending = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) await proxy.stopAfter(round % 17);
      asking = false;
    };
    await Promise.all([ending(), ...clients]);
    for (const answer of answers) if (answer.status !== 200) expectRefused(answer, 503);
    await eventually(async () => (await client.get('/readyz')).status === 200);
  });
});
