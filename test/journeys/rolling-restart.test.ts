import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { Balancer } from '../support/balancer.js';
import { PASSWORD } from '../support/credentials.js';
import { freePort } from '../support/ports.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';

const CALLERS = 8;

let home: ServerHome;
let balancer: Balancer;
let servers: { readonly port: number; process: ServerProcess }[];

const start = (port: number): Promise<ServerProcess> =>
  home.start({
    PORT: String(port),
    DATA_DIR: join(home.dataDir, String(port)),
    SHUTDOWN_DRAIN_SECONDS: '2',
  });

beforeAll(async () => {
  home = await ServerHome.open();
  const ports = [await freePort(), await freePort()];
  servers = await Promise.all(ports.map(async (port) => ({ port, process: await start(port) })));
  balancer = await Balancer.start(ports);
  await eventually(() => Promise.resolve(ports.every((port) => balancer.uses(port))));
});

afterAll(async () => {
  balancer.close();
  await home.close();
});

it('loses no request when servers behind a load balancer are restarted one after the other', async () => {
  const admin = await new ApiClient(balancer.url).login('admin', PASSWORD);
  const answers = new Map<string, number>();
  let isOver = false;
  const count = (answer: string): void => void answers.set(answer, (answers.get(answer) ?? 0) + 1);
  const call = async (): Promise<void> => {
    while (!isOver) {
      const list = await admin.get('/v1/catalog');
      count(`GET ${list.status} ${list.status === 200 ? '' : list.text}`.trim());
      const token = { description: 'load', scopes: ['mcp:catalog:read'], resources: ['catalog'] };
      const made = await admin.post('/v1/tokens', token);
      count(`POST ${made.status} ${made.status === 201 ? '' : made.text}`.trim());
      // A user may have at most a thousand.
      const gone = await admin.delete(`/v1/tokens/${String(made.body.token_id)}`);
      count(`DELETE ${gone.status} ${gone.text}`.trim());
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, call));
  for (const server of servers) {
    expect(await server.process.kill('SIGTERM')).toBe(0);
    server.process = await start(server.port);
    await eventually(() => Promise.resolve(balancer.uses(server.port)));
  }
  isOver = true;
  await callers;
  expect([...answers.keys()].sort()).toEqual(['DELETE 204', 'GET 200', 'POST 201']);
  expect(Math.min(...answers.values())).toBeGreaterThan(CALLERS);
});
