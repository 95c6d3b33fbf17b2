import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LOGGER, type Logger } from '../../../src/common/logging/logger.js';
import type { ApiResponse } from '../../support/api-client.js';
import { PASSWORD } from '../../support/credentials.js';
import { useTestApp } from '../../support/suite.js';

const OF_NAME = 10;
const WRONG = 'incorrect horse battery';

const t = await useTestApp({ AUTH_OSS_ENABLE_BASIC: 'true', TRUST_PROXY: '127.0.0.1' });
beforeAll(async () => {
  await t.actors.user('alice');
  await t.actors.user('bob');
});

let networks = 0;
let here: string;
let elsewhere: string;
beforeEach(async () => {
  networks += 1;
  here = `192.0.2.${networks}`;
  elsewhere = `198.51.100.${networks}`;
  // Flushes the count of an earlier test.
  await login('alice', WRONG, `203.0.113.${networks}`);
});

const login = (username: string, password: string, address = here): Promise<ApiResponse> =>
  t.actors.anonymous.post(
    '/v1/auth/login',
    { username, password },
    { headers: { 'x-forwarded-for': address } },
  );

async function loginTimes(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await login('alice', WRONG);
}

const events = (address = here): Promise<{ action: string; details: Record<string, unknown> }[]> =>
  t.rows(
    `SELECT action, details FROM audit_event
      WHERE org_id IS NULL AND actor_id IS NULL AND ip_address = $1 ORDER BY position`,
    [address],
  );

describe('a refused login', () => {
  it('is one event, with the attempted name and the address', async () => {
    await login('alice', WRONG);
    const basic = `Basic ${Buffer.from(`nobody:${WRONG}`).toString('base64')}`;
    await t.actors.anonymous.as(basic).get('/v1/catalog', { headers: { 'x-forwarded-for': here } });
    await login('bob', PASSWORD);
    expect(await events()).toEqual([
      { action: 'session.refused', details: { reason: 'wrong_password', username: 'alice' } },
      { action: 'session.refused', details: { reason: 'wrong_password', username: 'nobody' } },
    ]);
  });

  it('is one log line', async () => {
    const warn = jest.spyOn(t.app.get<Logger>(LOGGER), 'warn');
    try {
      await login('alice', WRONG);
      expect(warn.mock.calls).toEqual([
        [{ reason: 'wrong_password', username: 'alice', client: here }, 'login refused'],
      ]);
      await loginTimes(OF_NAME - 1);
      warn.mockClear();
      await loginTimes(3);
      expect(warn.mock.calls).toEqual(
        Array(3).fill([{ reason: 'too_many_attempts', username: 'alice', client: here }, 'login refused']),
      );
    } finally {
      warn.mockRestore();
    }
  });

  it('never shows the password, and sanitizes the name', async () => {
    await login(`\u001b[31mroot\r\n\u202egpj.exe\u2028`, 'p4ss-w0rd-in-clear');
    await login('n'.repeat(256), WRONG);
    const found = await events();
    expect(JSON.stringify(found)).not.toContain('p4ss-w0rd-in-clear');
    expect(found.map(({ details }) => details['username'])).toEqual([
      '\ufffd[31mroot\ufffd\ufffd\ufffdgpj.exe\ufffd',
      `${'n'.repeat(63)}…`,
    ]);
  });

  it('is an event despite many refused callbacks without a sign-in', async () => {
    for (let n = 0; n < 250; n += 1) {
      const address = n < 45 ? here : `203.0.${n}.${networks}`;
      const { status } = await fetch(`${t.url}/auth/callback?state=x`, {
        headers: { 'x-forwarded-for': address },
      });
      expect(status).toBe(400);
    }
    for (const address of [here, elsewhere]) {
      await login('alice', WRONG, address);
      expect((await events(address)).at(-1)?.details).toMatchObject({
        reason: 'wrong_password',
        username: 'alice',
      });
    }
  });

  it('makes a limited number of events per minute; the next one has the number of the others', async () => {
    await loginTimes(OF_NAME + 20);
    const reasons = (await events()).map(({ details }) => details['reason']);
    expect(reasons).toEqual([...Array<string>(OF_NAME).fill('wrong_password'), 'too_many_attempts']);
    await login('alice', WRONG, elsewhere);
    expect(await events(elsewhere)).toEqual([
      {
        action: 'session.refused',
        details: { reason: 'wrong_password', username: 'alice', not_recorded: 19 },
      },
    ]);
  });
});
