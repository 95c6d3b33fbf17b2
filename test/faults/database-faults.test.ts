import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { aVersion, publish } from '../support/builders.js';
import { expectRefused } from '../support/refusals.js';
import { eventually } from '../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { engine } from '../support/test-database.js';
import { storedVersions } from '../support/stored-versions.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { resolve } from '../support/version-requests.js';
import { Wire } from '../support/wire.js';

const POOL_SIZE = 5;

const isUp = async (client: ApiClient): Promise<boolean> => (await client.get('/readyz')).status === 200;

// The embedded database has no connection that could break.
if (engine === 'postgres') {
  describe('a failing database server', () => {
    let proxy: TcpProxy;
    let t: TestApp;
    let admin: ApiClient;
    beforeAll(async () => {
      const { hostname, port } = new URL(process.env['TEST_DATABASE_URL'] ?? '');
      proxy = await TcpProxy.to(hostname, Number(port || 5432));
      t = await startTestApp({ LIMITS_REQUEST_TIMEOUT: '6' }, (url) => proxy.inFrontOf(url));
      admin = await t.actors.admin();
      await aVersion(admin, 'faults/files', '1.0.0').published();
    });
    afterAll(async () => {
      proxy.mode = 'pass';
      await t.close();
      await proxy.close();
    });
    beforeEach(async () => {
      proxy.mode = 'pass';
      proxy.watch = () => undefined;
      await eventually(() => isUp(t.actors.anonymous));
    });

    const ask = (count: number): Promise<ApiResponse[]> =>
      Promise.all(Array.from({ length: count }, () => resolve(admin, 'faults/files', 'latest')));

    it('causes 503 in the registry’s error format while it is down, and recovers without a restart', async () => {
      proxy.mode = 'refuse';
      proxy.cut();
      for (const answer of await ask(20)) {
        expectRefused(answer, 503);
        expect(answer.headers.get('retry-after')).toBe('5');
      }
      expect((await t.actors.anonymous.get('/healthz')).status).toBe(200);
      // A recent response may be returned once more.
      await eventually(async () => !(await isUp(t.actors.anonymous)));
      const { body } = await t.actors.anonymous.get('/readyz');
      expect(body).toMatchObject({ status: 'unavailable', checks: { database: 'failed', storage: 'ok' } });
      expectRefused(await t.actors.anonymous.get('/readyz'), 503);

      proxy.mode = 'pass';
      await eventually(() => isUp(t.actors.anonymous));
      expect((await ask(20)).map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(proxy.connections).toBeLessThanOrEqual(POOL_SIZE);
    });

    it.each([
      ['has not reached the server loses the transaction', 'server', 2, false],
      ['has succeeded keeps the transaction', 'client', 3, true],
    ] as const)('that resets its connections when a commit %s', async (_what, to, major, happened) => {
      let commits = 0;
      proxy.watch = (bytes, direction) => {
        // Not the first one, so that there is something to lose.
        if (direction === to && bytes.includes('COMMIT') && (commits += 1) === 3) proxy.cut();
        return undefined;
      };
      const versions = Array.from({ length: 30 }, (_unused, index) => `${major}.${index}.0`);
      const answers = await Promise.all(versions.map((version) => publish(admin, 'faults/files', version)));
      const refused = versions.filter((_version, index) => answers[index]?.status !== 200);
      for (const answer of answers) if (answer.status !== 200) expectRefused(answer, 503);
      await eventually(() => isUp(t.actors.anonymous));
      const stored = new Set((await storedVersions(t, 'faults')).map(({ version }) => version));
      expect(versions.filter((version) => !refused.includes(version) && !stored.has(version))).toEqual([]);
      expect(refused.map((version) => stored.has(version))).toContain(happened);
      // A refused request can be repeated: it either succeeds or conflicts.
      for (const version of versions) {
        const { status } = await publish(admin, 'faults/files', version);
        expect([version, status]).toEqual([version, stored.has(version) ? 409 : 200]);
      }
      expect(proxy.connections).toBeLessThanOrEqual(POOL_SIZE);
    });

    it('that hangs delays requests at most by their timeout', async () => {
      proxy.mode = 'hang';
      for (const answer of await ask(POOL_SIZE + 3)) {
        expect([408, 503]).toContain(answer.status);
        expect(answer.body.message).toBe(answer.body.error.message);
      }
      proxy.cut();
      proxy.mode = 'pass';
      await eventually(() => isUp(t.actors.anonymous));
      expect((await ask(10)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    });

    it('whose connections die silently, even in transactions, is reconnected', async () => {
      await ask(POOL_SIZE);
      proxy.silence();
      const publishes = Array.from({ length: POOL_SIZE }, (_unused, index) =>
        publish(admin, 'faults/files', `4.${index}.0`),
      );
      for (const { status } of await Promise.all(publishes)) expect([408, 503]).toContain(status);
      await eventually(async () => (await ask(POOL_SIZE)).every(({ status }) => status === 200));
      expect((await publish(admin, 'faults/files', '4.99.0')).status).toBe(200);
      expect(proxy.connections).toBeLessThanOrEqual(2 * POOL_SIZE);
    });

    it('may be slow', async () => {
      proxy.mode = 'slow';
      expect((await ask(5)).map(({ status }) => status)).toEqual(Array(5).fill(200));
    });
  });
}

describe('fifty clients that send single bytes slowly', () => {
  it('are disconnected at their timeout, and do not slow others', async () => {
    const t = await startTestApp({ LIMITS_REQUEST_TIMEOUT: '5' });
    try {
      const admin = await t.actors.admin();
      await aVersion(admin, 'slow/files', '1.0.0').published();
      const slow = await Promise.all(Array.from({ length: 50 }, () => trickle(t, admin)));
      for (let round = 0; round < 10; round += 1) {
        expect((await resolve(admin, 'slow/files', 'latest')).status).toBe(200);
        expect((await publish(admin, 'slow/files', `2.${round}.0`)).status).toBe(200);
      }
      const statuses = await Promise.all(slow.map(({ answered }) => answered));
      expect(statuses).toEqual(Array(50).fill(408));
    } finally {
      await t.close();
    }
  });
});

/** Starts a publish whose body is sent byte by byte. */
async function trickle(t: TestApp, admin: ApiClient): Promise<{ readonly answered: Promise<number> }> {
  const wire = (await Wire.to(t)).start('POST', '/v1/org/slow/mcps/files/publish', {
    ...admin.credentials,
    'Content-Type': 'application/json',
    'Content-Length': 1000,
  });
  const timer = setInterval(() => wire.send(' '), 300);
  const answered = wire
    .answer()
    .then(({ status }) => status)
    .finally(() => clearInterval(timer));
  return { answered };
}
