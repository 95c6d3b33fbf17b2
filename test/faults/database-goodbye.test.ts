import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { aVersion, publish } from '../support/builders.js';
import { expectRefused } from '../support/refusals.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { openTestDatabase } from '../support/test-database.js';
import { resolve } from '../support/version-requests.js';

const ID = 'goodbye/files';
const ROUNDS = 200;
const CLIENTS = 6;

/** ReadyForQuery, outside of a transaction (PostgreSQL, Message Formats). */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * The ErrorResponse of a server that is stopped or whose postmaster is gone, sent directly after a response, so that both arrive
 * together.
 */
const GOODBYE = ((): Buffer => {
  const fields = Buffer.from(
    'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
  );
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

describe('a database server that ends connections directly after its responses', () => {
  let database: OpenDatabase;
  let home: ServerHome;
  let proxy: TcpProxy;
  let server: ServerProcess;
  let admin: ApiClient;
  beforeAll(async () => {
    database = await openTestDatabase();
    const { hostname, port } = new URL(database.server as string);
    proxy = await TcpProxy.to(hostname, Number(port || 5432));
    home = await ServerHome.open({
      DATABASE_URL: proxy.inFrontOf(database.server as string),
      // Fewer than clients, so that each released connection is reused immediately.
      DATABASE_POOL_SIZE: '2',
    });
    server = await home.start();
    admin = await server.admin();
    await aVersion(admin, ID, '1.0.0').published();
  });
  afterAll(async () => {
    await home.close();
    await proxy.close();
    await database.close();
  });

  /** Passes this many responses, ends a connection after the next one, and waits until that is done. */
  async function stopAfter(answers: number): Promise<void> {
    let before = answers;
    let stopped = false;
    proxy.watch = (bytes, to) => {
      const isAnswer = to === 'client' && bytes.subarray(-READY.length).equals(READY);
      if (!isAnswer || stopped || before-- > 0) return undefined;
      stopped = true;
      return Buffer.concat([bytes, GOODBYE]);
    };
    await eventually(() => Promise.resolve(stopped));
  }

  it('causes some 503, and nothing worse', async () => {
    const answers: ApiResponse[] = [];
    let asking = true;
    const goOn = async (ask: (count: number) => Promise<ApiResponse>): Promise<void> => {
      for (let count = 0; asking; count += 1) answers.push(await ask(count));
    };
    // Transactions and single statements, which acquire connections from the pool in different ways.
    const clients = Array.from({ length: CLIENTS }, (_unused, index) => [
      goOn((count) => publish(admin, ID, `2.${index}.${count}`)),
      goOn(() => resolve(admin, ID, 'latest')),
    ]).flat();
    const ending = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round += 1) await stopAfter(round % 17);
      asking = false;
    };
    await Promise.all([ending(), ...clients]);
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.length).toBeLessThan(answers.length);
    for (const refusal of refusals) expectRefused(refusal, 503);
    await eventually(async () => (await server.client.get('/readyz')).status === 200);
  });
});
