import { beforeEach, describe, expect, it } from '@jest/globals';
import { ServiceTokenUses } from '../../../../src/hub/accounts/service-tokens/service-token-uses.service.js';
import type { ApiClient, ApiResponse } from '../../../support/api-client.js';
import { useHub } from '../../../support/suite.js';

const ANONYMOUS = 15;
const FREE = 30;

let networks = 0;
let address: string;
const { t, actors } = await useHub({
  RATE_LIMIT_ANONYMOUS: String(ANONYMOUS),
  RATE_LIMIT_FREE: String(FREE),
  TRUST_PROXY: '127.0.0.1',
});
beforeEach(() => {
  networks += 1;
  address = `198.51.100.${networks}`;
});

const from = (client: string, path = '/api/v1/me'): Promise<ApiResponse> =>
  t.actors.anonymous.get(path, { headers: { 'x-forwarded-for': client } });

const ratesOf = ({ headers }: ApiResponse): (number | null)[] =>
  ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`);
    return value === null ? null : Number(value);
  });

const many = (count: number, send: () => Promise<ApiResponse>): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: count }, send));

describe('the three headers', () => {
  it.each([
    ['200', async () => (await actors.user()).get('/api/v1/me')],
    ['401', () => from(address)],
    ['404 of an unknown path', () => from(address, '/api/v1/nothing')],
    ['404 of an organization', async () => (await actors.user()).get(`/api/v1/orgs/${'0'.repeat(8)}`)],
    ['405', async () => (await actors.user()).delete('/api/v1/me')],
    ['400', async () => (await actors.user({ plan: 'ENTERPRISE' })).post('/api/v1/orgs', {})],
    [
      '400 of malformed JSON',
      async () => {
        const user = await actors.user();
        return user.send('POST', '/api/v1/orgs', {
          body: '{',
          headers: { 'content-type': 'application/json' },
        });
      },
    ],
  ] as [string, () => Promise<ApiResponse>][])('are on a %s', async (status, send) => {
    const answer = await send();
    expect(String(answer.status)).toBe(status.slice(0, 3));
    const [limit, remaining, reset] = ratesOf(answer);
    expect(limit).toBeGreaterThan(0);
    expect(remaining).toBeGreaterThanOrEqual(0);
    const now = Date.now() / 1000;
    expect(reset).toBeGreaterThan(now - 1);
    expect(reset).toBeLessThan(now + 62);
  });

  it('are on a 404 of every method, in the hub’s error format', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await t.actors.anonymous.send(method, '/api/v1/nothing', {});
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: 'not_found', message: 'no such endpoint', code: 'NOT_FOUND' });
      expect(ratesOf(answer)).not.toContain(null);
    }
  });

  it('are not on responses of the registry', async () => {
    expect(ratesOf(await t.actors.anonymous.get('/healthz'))).toEqual([null, null, null]);
  });
});

describe('requests without credentials', () => {
  it('are 15 a minute per address, also for concurrent ones', async () => {
    const answers = await many(ANONYMOUS + 10, () => from(address));
    const statuses = answers.map(({ status }) => status);
    // Invalid credentials take precedence over the rate limit.
    expect(new Set(statuses)).toEqual(new Set([401]));
    const remaining = answers.map((answer) => ratesOf(answer)[1]).sort((a, b) => Number(b) - Number(a));
    expect(remaining).toEqual([
      ...Array.from({ length: ANONYMOUS }, (_unused, n) => ANONYMOUS - 1 - n),
      ...Array(10).fill(0),
    ]);
  });

  it('count whatever their path, its spelling and their invalid credentials', async () => {
    // Not through the client that looks up paths in the OpenAPI document, which has a single spelling of each.
    const spellings = [
      '/api/v1/me',
      '/api/v1/me/',
      '//api/v1/me',
      '/api/v1/nothing',
      '/api/v1/me?x=1',
      '/api/v1/%6De',
      '/api/v1/me%2F',
      '/api/v1',
    ];
    for (const path of spellings) {
      const { headers } = await fetch(t.url + path, { headers: { 'x-forwarded-for': address } });
      expect([path, headers.has('x-ratelimit-remaining')]).toEqual([path, true]);
    }
    await t.actors.anonymous
      .as('Bearer mcp_tk_wrong')
      .get('/api/v1/me', { headers: { 'x-forwarded-for': address } });
    const [, remaining] = ratesOf(await from(address));
    expect(remaining).toBe(ANONYMOUS - spellings.length - 2);
  });

  it('of other addresses are counted separately; forwarded addresses set by the client do not matter', async () => {
    await from(address);
    expect(ratesOf(await from(`203.0.113.9, ${address}`))[1]).toBe(ANONYMOUS - 2);
    expect(ratesOf(await from(`192.0.2.${networks}`))[1]).toBe(ANONYMOUS - 1);
  });

  it.each([
    ['addresses of others before it', (own: string) => `203.0.113.9, 2001:db8::1, ${own}`],
    ['itself before it', (own: string) => `${own}, ${own}`],
    ['the address of the proxy behind it', (own: string) => `203.0.113.9, ${own}, 127.0.0.1`],
    ['nonsense before it', (own: string) => `unknown, , "x", 999.1.1.1, ${own}`],
    ['white space around it', (own: string) => `203.0.113.9,${own}   `],
    ['its IPv6 form', (own: string) => `::ffff:${own}`],
    ['a port', (own: string) => `${own}:49152`],
    ['its IPv6 form and a port', (own: string) => `[::ffff:${own}]:49152`],
    ['the proxy and its port behind it', (own: string) => `203.0.113.9, ${own}:49152, 127.0.0.1:8443`],
  ])('count for the right-most address that is not a trusted proxy: with %s', async (_what, forwarded) => {
    await from(address);
    expect(ratesOf(await from(forwarded(address)))[1]).toBe(ANONYMOUS - 2);
  });

  it('from one IPv6 /64 network count together', async () => {
    await from(`2001:db8:${networks}:1::1`);
    expect(ratesOf(await from(`2001:db8:${networks}:1:ffff::2`))[1]).toBe(ANONYMOUS - 2);
    expect(ratesOf(await from(`2001:0DB8:${networks}:0001:0:0:0:3`))[1]).toBe(ANONYMOUS - 3);
    expect(ratesOf(await from(`[2001:db8:${networks}:1::4]:443`))[1]).toBe(ANONYMOUS - 4);
    expect(ratesOf(await from(`2001:db8:${networks}:2::1`))[1]).toBe(ANONYMOUS - 1);
  });
});

describe('webhooks and sign-in pages', () => {
  const webhook = (client: string): Promise<ApiResponse> =>
    t.actors.anonymous.post('/api/v1/webhooks/github', {}, { headers: { 'x-forwarded-for': client } });

  it('are counted by IPv6 /64 network: webhooks', async () => {
    const [, first] = ratesOf(await webhook(`2001:db8:${networks}:1::1`));
    expect(ratesOf(await webhook(`2001:db8:${networks}:1:ffff::2`))[1]).toBe(Number(first) - 1);
    expect(ratesOf(await webhook(`2001:db8:${networks}:2::1`))[1]).toBe(first);
  });

  it('are counted by IPv6 /64 network: sign-in pages', async () => {
    const pages = 8 * ANONYMOUS;
    const open = (client: string): Promise<Response> =>
      fetch(`${t.url}/auth/callback`, { headers: { 'x-forwarded-for': client } });
    for (let page = 0; page < pages; page += 1) {
      expect((await open(`2001:db8:${networks}:1::${page.toString(16)}`)).status).toBe(400);
    }
    expect((await open(`2001:db8:${networks}:1:ffff::1`)).status).toBe(429);
    expect((await open(`2001:db8:${networks}:2::1`)).status).toBe(400);
  });
});

describe('the audit trail', () => {
  it('contains the address of the client without its port', async () => {
    const user = await actors.user({ plan: 'ENTERPRISE' });
    const { status, body } = await user.post(
      '/api/v1/orgs',
      { name: 'a', slug: 'with-a-port', display_name: 'a' },
      { headers: { 'x-forwarded-for': `[2001:db8:${networks}::7]:49152` } },
    );
    expect(status).toBe(201);
    expect(await t.rows('SELECT ip_address FROM audit_event WHERE org_id = $1', [body.id])).toEqual([
      { ip_address: `2001:db8:${networks}::7` },
    ]);
  });
});

describe('requests of a user', () => {
  it('are exactly 30 a minute on the free plan, also for concurrent ones: then 429 with Retry-After', async () => {
    const user = await actors.user();
    const answers = await many(FREE + 9, () => user.get('/api/v1/me'));
    // The first one created the user.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(FREE - 1);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({
      error: 'rate_limited',
      message: expect.stringMatching(/^30 requests a minute are made; try again in \d+ s$/),
      code: 'RATE_LIMITED',
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('change nothing above the limit', async () => {
    const user = await actors.user({ plan: 'ENTERPRISE' });
    await t.rows(`UPDATE hub_user SET plan = 'FREE' WHERE id = $1`, [user.id]);
    await many(FREE, () => user.get('/api/v1/me'));
    const { id } =
      (await t.rows<{ id: string }>(`SELECT id FROM hub_user WHERE id = $1`, [user.id]))[0] ?? {};
    const answer = await user.post('/api/v1/orgs', { name: 'a', slug: 'too-many', display_name: 'a' });
    expect(answer.status).toBe(429);
    expect(id).toBe(user.id);
    expect(await t.rows(`SELECT id FROM organization WHERE slug = 'too-many'`)).toEqual([]);
  });
});

describe('requests of a service token', () => {
  const limitOf = async (client: ApiClient): Promise<number | null | undefined> =>
    ratesOf(await client.get('/api/v1/orgs'))[0];

  it('have the limit of the organization’s plan, or its own on the Enterprise plan', async () => {
    const { id } = await actors.organization();
    const token = await actors.serviceToken(id, ['read:public']);
    expect(await limitOf(token)).toBe(5000);
    await t.rows('UPDATE organization SET api_calls_per_min = 7 WHERE id = $1', [id]);
    expect(await limitOf(token)).toBe(7);
    await t.rows(`UPDATE organization SET plan = 'FREE' WHERE id = $1`, [id]);
    expect(await limitOf(token)).toBe(FREE);
  });

  it('are counted per token', async () => {
    const { id } = await actors.organization();
    const [one, other] = [await actors.serviceToken(id, []), await actors.serviceToken(id, [])];
    await one.get('/api/v1/orgs');
    expect(ratesOf(await one.get('/api/v1/orgs'))[1]).toBe(4998);
    expect(ratesOf(await other.get('/api/v1/orgs'))[1]).toBe(4999);
  });

  it('are limited together for their organization: five times the limit of one, then 429 for all of them', async () => {
    const [own, other] = [await actors.organization(), await actors.organization()];
    await t.rows(`UPDATE organization SET api_calls_per_min = 4 WHERE id = ANY($1)`, [[own.id, other.id]]);
    const tokens: ApiClient[] = [];
    for (let count = 0; count < 7; count += 1)
      tokens.push(await actors.serviceToken(own.id, ['read:public']));
    // What one token makes beyond its own limit is not counted for the others.
    const first = await many(9, () => (tokens[0] ?? t.actors.anonymous).get('/api/v1/mcps'));
    expect(first.filter(({ status }) => status === 429)).toHaveLength(5);
    const answers = await Promise.all(
      tokens.slice(1).map((token) => many(3, () => token.get('/api/v1/mcps'))),
    );
    const refused = answers.flat().filter(({ status }) => status === 429);
    expect(answers.flat()).toHaveLength(18);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expect(ratesOf(answer).slice(0, 2)).toEqual([20, 0]);
      expect(answer.body).toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^20 requests/),
      });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const token of tokens) expect((await token.get('/api/v1/mcps')).status).toBe(429);
    expect((await own.owner.get('/api/v1/mcps')).status).toBe(200);
    expect(
      (await (await actors.serviceToken(other.id, ['read:public'])).get('/api/v1/mcps')).status,
    ).not.toBe(429);
  });

  it('are recorded together as its last use, which is later with each use', async () => {
    const { id } = await actors.organization();
    const [token, unused] = [await actors.serviceToken(id, []), await actors.serviceToken(id, [])];
    const uses = t.app.get(ServiceTokenUses, { strict: false });
    const lastUse = async (of: string): Promise<{ at: Date | null; age: number | null } | undefined> =>
      (
        await t.rows<{ at: Date | null; age: number | null }>(
          `SELECT last_used_at AS at, extract(epoch FROM now() - last_used_at)::float AS age
             FROM service_token WHERE id = $1`,
          [of],
        )
      )[0];
    await Promise.all([1, 2, 3].map(() => token.get('/api/v1/orgs')));
    await uses.flush();
    const first = await lastUse(token.id);
    expect(first?.age).toBeLessThan(5);
    await uses.flush();
    expect((await lastUse(token.id))?.at).toEqual(first?.at);
    await token.get('/api/v1/orgs');
    await uses.flush();
    expect(Number((await lastUse(token.id))?.at)).toBeGreaterThan(Number(first?.at));
    expect((await lastUse(unused.id))?.at).toBeNull();
  });

  it('are recorded as its last use before the server has stopped', async () => {
    const { id } = await actors.organization();
    const token = await actors.serviceToken(id, []);
    await token.get('/api/v1/orgs');
    await t.app.get(ServiceTokenUses, { strict: false }).onModuleDestroy();
    const [row] = await t.rows<{ used: boolean }>(
      'SELECT last_used_at IS NOT NULL AS used FROM service_token WHERE id = $1',
      [token.id],
    );
    expect(row).toEqual({ used: true });
  });
});
