import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LocalUsersService } from '../../../src/auth/local-users/local-users.service.js';
import { clientNetwork } from '../../../src/common/http/client-network.js';
import { PasswordHasher } from '../../../src/auth/local-users/password-hasher.js';
import type { ApiResponse } from '../../support/api-client.js';
import { PASSWORD } from '../../support/credentials.js';
import { useTestApp } from '../../support/suite.js';
import { startTestApp } from '../../support/test-app.js';

const OF_NAME = 10;
const OF_NETWORK = 30;
const WRONG = 'incorrect horse battery';

const t = await useTestApp({ AUTH_OSS_ENABLE_BASIC: 'true', TRUST_PROXY: '127.0.0.1' });
beforeAll(async () => {
  await t.actors.user('alice');
  await t.actors.user('bob');
  await t.actors.user('dora');
  await t.app.get(LocalUsersService).setDisabled('dora', true);
});

let networks = 0;
let here: string;
let elsewhere: string;
beforeEach(() => {
  networks += 1;
  here = `192.0.2.${networks}`;
  elsewhere = `198.51.100.${networks}`;
});

const login = (username: string, password: string, address = here): Promise<ApiResponse> =>
  t.actors.anonymous.post(
    '/v1/auth/login',
    { username, password },
    { headers: { 'x-forwarded-for': address } },
  );

const basic = (username: string, password: string): Promise<ApiResponse> =>
  t.actors.anonymous
    .as(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
    .get('/v1/catalog', { headers: { 'x-forwarded-for': here } });

const times = async (count: number, send: (n: number) => Promise<ApiResponse>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await send(n)).status);
  return statuses;
};

const all = (status: number, count: number): number[] => Array<number>(count).fill(status);

describe('wrong passwords', () => {
  it('are limited per name and address: 429 too_many_requests with Retry-After', async () => {
    expect(await times(OF_NAME, () => login('alice', WRONG))).toEqual(all(401, OF_NAME));
    const { status, headers, body } = await login('ALICE', WRONG);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const message = `too many attempts; try again in ${seconds} s`;
    expect({ status, body }).toEqual({
      status: 429,
      body: { message, error: { code: 'too_many_requests', message, details: {} } },
    });
  });

  it('lock out neither the right password from elsewhere nor other names', async () => {
    await times(OF_NAME, () => login('alice', WRONG));
    expect((await login('alice', PASSWORD)).status).toBe(429);
    expect((await login('alice', PASSWORD, elsewhere)).status).toBe(200);
    expect((await login('bob', PASSWORD)).status).toBe(200);
  });

  it('are limited per address, whatever the names', async () => {
    expect(await times(OF_NETWORK, (n) => login(`user-${n}`, WRONG))).toEqual(all(401, OF_NETWORK));
    expect((await login('one-more', WRONG)).status).toBe(429);
    expect((await login('bob', PASSWORD)).status).toBe(429);
    expect((await login('bob', PASSWORD, elsewhere)).status).toBe(200);
  });

  it('are counted per IPv6 /64 network, without the port', async () => {
    const from = (host: string): string => `[2001:db8:${networks}:1::${host}]:443`;
    await times(OF_NAME, (n) => login('alice', WRONG, from(n.toString(16))));
    expect((await login('alice', WRONG, from('ffff'))).status).toBe(429);
    expect((await login('alice', WRONG, `2001:db8:${networks}:2::1`)).status).toBe(401);
  });

  it('are limited when concurrent, and then no password is checked', async () => {
    const check = jest.spyOn(t.app.get(PasswordHasher), 'verify');
    try {
      const statuses = await Promise.all(Array.from({ length: 66 }, () => login('alice', WRONG)));
      expect(statuses.map(({ status }) => status).sort()).toEqual([
        ...all(401, OF_NAME),
        ...all(429, 66 - OF_NAME),
      ]);
      check.mockClear();
      await login('alice', PASSWORD);
      expect(check).not.toHaveBeenCalled();
    } finally {
      check.mockRestore();
    }
  });

  it('are answered alike for an active, a disabled and an unknown user', async () => {
    const answers = async (username: string, address: string): Promise<unknown[]> => {
      const seen = [];
      for (let n = 0; n < OF_NAME + 1; n += 1) {
        const { status, text } = await login(username, WRONG, address);
        seen.push({ status, text: text.replaceAll(/\d+ s/g, '') });
      }
      return seen;
    };
    const ofUser = await answers('alice', here);
    expect(await answers('nobody', elsewhere)).toEqual(ofUser);
    expect(await answers('dora', `203.0.113.${networks}`)).toEqual(ofUser);
  });

  it('are counted together for the login and HTTP Basic', async () => {
    expect(await times(5, () => basic('alice', WRONG))).toEqual(all(401, 5));
    expect(await times(5, () => login('alice', WRONG))).toEqual(all(401, 5));
    const { status, headers, body } = await basic('alice', PASSWORD);
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: 'too_many_requests' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('right passwords', () => {
  it('are accepted while another address floods the queue and is answered 503', async () => {
    const hasher = t.app.get(PasswordHasher);
    // Computes the dummy hash for unknown users, which would otherwise queue with the others.
    await hasher.verify(undefined, WRONG);
    const released = Promise.withResolvers<undefined>();
    const before = async (): Promise<void> => {
      await released.promise;
    };
    const waiting = { client: clientNetwork(here), before };
    // Two in progress, and a hundred queued.
    const flood = Array.from({ length: 102 }, () => hasher.verify(undefined, WRONG, waiting));
    try {
      expect((await login('bob', PASSWORD)).status).toBe(503);
      const other = login('bob', PASSWORD, elsewhere);
      released.resolve(undefined);
      expect((await other).status).toBe(200);
    } finally {
      released.resolve(undefined);
      await Promise.all(flood);
    }
  });

  it('are not counted, in sequence or concurrently', async () => {
    expect(await times(OF_NETWORK + 1, () => login('alice', PASSWORD))).toEqual(all(200, OF_NETWORK + 1));
    const answers = await Promise.all(Array.from({ length: 50 }, () => basic('alice', PASSWORD)));
    expect(answers.map(({ status }) => status)).toEqual(all(200, 50));
  });
});

const redisUrl = process.env['TEST_REDIS_URL'];
if (redisUrl !== undefined) {
  describe('wrong passwords at several servers', () => {
    it('share their counts', async () => {
      const settings = { REDIS_URL: redisUrl, REDIS_PREFIX: `test-${randomUUID()}` };
      const servers = [await startTestApp(settings), await startTestApp(settings)] as const;
      try {
        const attempt = (n: number): Promise<ApiResponse> =>
          servers[n % 2 === 0 ? 0 : 1].actors.anonymous.post('/v1/auth/login', {
            username: 'alice',
            password: WRONG,
          });
        expect(await times(OF_NAME + 2, attempt)).toEqual([...all(401, OF_NAME), 429, 429]);
      } finally {
        for (const server of servers) await server.close();
      }
    });
  });
}
