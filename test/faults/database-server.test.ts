import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { aVersion, packagePath, publish } from '../support/builders.js';
import { PostgresServer } from '../support/postgres-server.js';
import { expectRefused } from '../support/refusals.js';
import { ServerHome } from '../support/server-home.js';
import { eventually } from '../support/stored-artifacts.js';
import { resolve } from '../support/version-requests.js';

const ID = 'faults/files';
const POOL_SIZE = 8;
// The cleanup holds its lock on a connection outside the pool.
const MOST_CONNECTIONS = POOL_SIZE + 1;
const PUBLISHERS = 6;
const RESOLVERS = 6;
const AWAY_MS = 10_000;

let postgres: PostgresServer;
let home: ServerHome;
let client: ApiClient;
let admin: ApiClient;
beforeAll(async () => {
  postgres = await PostgresServer.start();
  home = await ServerHome.open({
    DATABASE_URL: postgres.url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
  });
  const server = await home.start();
  ({ client } = server);
  admin = await server.admin();
  await aVersion(admin, ID, '1.0.0').published();
});
afterAll(async () => {
  await home.close();
  await postgres.close();
});

/** The statuses of clients that continue whatever the response. */
class Traffic {
  readonly published: { readonly version: string; readonly answer: ApiResponse }[] = [];
  readonly resolved: ApiResponse[] = [];
  private stopped = false;
  private readonly clients: Promise<void>[];

  constructor(private readonly major: number) {
    this.clients = [
      ...Array.from({ length: PUBLISHERS }, (_unused, index) => this.publishOn(index)),
      ...Array.from({ length: RESOLVERS }, () => this.resolveOn()),
    ];
  }

  get answers(): ApiResponse[] {
    return [...this.published.map(({ answer }) => answer), ...this.resolved];
  }

  get refusals(): ApiResponse[] {
    return this.answers.filter(({ status }) => status !== 200);
  }

  /** Waits for further responses: this many 200, and this many others. */
  async more(successes: number, refusals = 0): Promise<void> {
    const refused = this.refusals.length;
    const good = this.answers.length - refused;
    await eventually(() => {
      const now = this.refusals.length;
      return Promise.resolve(now >= refused + refusals && this.answers.length - now >= good + successes);
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.clients);
  }

  private async publishOn(index: number): Promise<void> {
    for (let count = 0; !this.stopped; count += 1) {
      const version = `${this.major}.${index}.${count}`;
      this.published.push({ version, answer: await publish(admin, ID, version) });
      await breath();
    }
  }

  private async resolveOn(): Promise<void> {
    while (!this.stopped) {
      this.resolved.push(await resolve(admin, ID, 'latest'));
      await breath();
    }
  }
}

/** Refusals are immediate: clients without a pause would only collect them. */
const breath = (): Promise<void> => wait(10);

const isReady = async (): Promise<boolean> => (await client.get('/readyz')).status === 200;

const connections = async (): Promise<number> => {
  const [row] = await postgres.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'mcp-hub%'`,
  );
  return row?.count ?? 0;
};

const storedVersions = async (): Promise<Set<string>> => {
  const versions = new Set<string>();
  let after = '';
  do {
    const { body, headers } = await admin.get(`${packagePath(ID)}/versions${after}`);
    for (const { version } of body.versions as { version: string }[]) versions.add(version);
    after = /\?[^>]*/.exec(headers.get('link') ?? '')?.[0] ?? '';
  } while (after !== '');
  return versions;
};

/** Nothing answered with 200 is lost, and refused requests can be repeated: they either succeed or conflict. */
async function expectNothingLost({ published }: Traffic): Promise<void> {
  const stored = await storedVersions();
  const answered = published.filter(({ answer }) => answer.status === 200);
  expect(answered.filter(({ version }) => !stored.has(version))).toEqual([]);
  for (const { version, answer } of published
    .filter(({ answer: { status } }) => status !== 200)
    .slice(0, 50)) {
    expect([version, answer.status, (await publish(admin, ID, version)).status]).toEqual([
      version,
      503,
      stored.has(version) ? 409 : 200,
    ]);
  }
}

describe('a PostgreSQL server that stops under load', () => {
  it('for ten seconds causes 503 for as long, and recovers without a restart', async () => {
    const traffic = new Traffic(2);
    await traffic.more(100);
    await postgres.stop('immediate');
    const back = wait(AWAY_MS);

    await traffic.more(0, 200);
    for (const refusal of traffic.refusals) {
      expectRefused(refusal, 503);
      expect(refusal.headers.get('retry-after')).toBe('5');
    }
    // A recent response may be returned once more.
    await eventually(async () => !(await isReady()));
    const until = Date.now() + AWAY_MS / 2;
    while (Date.now() < until) {
      expect((await client.get('/healthz')).status).toBe(200);
      expectRefused(await client.get('/readyz'), 503);
      await breath();
    }

    await back;
    await postgres.start();
    await eventually(isReady);
    await traffic.more(100);
    expect(await connections()).toBeLessThanOrEqual(MOST_CONNECTIONS);
    await traffic.stop();
    for (const { status } of traffic.answers) expect([200, 503]).toContain(status);
    await expectNothingLost(traffic);
    expect(await connections()).toBeLessThanOrEqual(MOST_CONNECTIONS);
  });

  it('by kill -9 and restarts loses nothing that was confirmed', async () => {
    const traffic = new Traffic(3);
    await traffic.more(100);
    await postgres.stop('kill');
    await postgres.start();
    await eventually(isReady);
    await traffic.more(100);
    await traffic.stop();
    for (const refusal of traffic.refusals) expectRefused(refusal, 503);
    await expectNothingLost(traffic);
    expect(await connections()).toBeLessThanOrEqual(MOST_CONNECTIONS);
  });
});
