import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { loggedPath } from '../../../../src/common/http/request-path.js';
import { CiGate, uniqueName } from '../../../support/ci-gate.js';
import {
  allowListOf,
  npmServer,
  npmVersion,
  pathOfList,
  settingsOf,
  unique,
} from '../../../support/allow-lists.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const lists = (orgId: string): string => `/api/v1/orgs/${orgId}/allow-lists`;
const anonymous = (path: string) => gate.actors.anonymous.get(path);
const actionsOf = async (orgId: string): Promise<string[]> =>
  (
    await gate.t.rows<{ action: string }>(
      'SELECT action FROM audit_event WHERE org_id = $1 ORDER BY position',
      [orgId],
    )
  )
    .map(({ action }) => action)
    .filter((action) => action.startsWith('allow_list'));

const hexOf = (text: string): string => text.charCodeAt(0).toString(16);

describe('/api/v1/orgs/{orgId}/allow-lists', () => {
  it('refuses invalid fields, and those who may not', async () => {
    const own = await gate.actors.organization();
    for (const [body, field] of [
      [{ environment: 'production' }, 'name'],
      [{ name: '', environment: 'production' }, 'name'],
      [{ name: 'a\nb', environment: 'production' }, 'name'],
      [{ name: 'a' }, 'environment'],
      [{ name: 'a', environment: 'ä' }, 'environment'],
    ] as const) {
      const { status, body: answer } = await own.owner.post(lists(own.id), body);
      expect([field, status]).toEqual([field, 400]);
      expect(answer.message).toContain(field);
    }
    const valid = { name: 'a', environment: 'production' };
    const member = await gate.actors.member(own.id, 'MEMBER');
    expect((await member.post(lists(own.id), valid)).status).toBe(403);
    expect((await member.get(lists(own.id))).status).toBe(200);
    const stranger = await gate.actors.organization();
    expect((await stranger.owner.post(lists(own.id), valid)).status).toBe(404);
    const foreign = await allowListOf(stranger.owner, stranger.id);
    expect((await own.owner.post(`${lists(own.id)}/${foreign.id}/rotate`)).status).toBe(404);
    expect((await own.owner.delete(`${lists(own.id)}/${foreign.id}`)).status).toBe(404);
    expect((await anonymous(`${foreign.path}/v0.1/servers`)).status).toBe(200);
    expect(await actionsOf(own.id)).toEqual([]);
  });

  it('shows the address once, and keeps its hash alone', async () => {
    const own = await gate.actors.organization();
    const created = await own.owner.post(lists(own.id), { name: 'Developers', environment: 'production' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      name: 'Developers',
      environment: 'production',
      url: expect.stringMatching(/^http.*\/allow\/[\w-]{43}$/),
      created_at: expect.any(String),
      rotated_at: null,
    });
    const { url, ...shown } = created.body as { url: string };
    expect((await own.owner.get(lists(own.id))).body).toEqual({ allow_lists: [shown] });
    const capability = url.split('/').at(-1) ?? '';
    const stored = JSON.stringify(
      await gate.t.rows(
        `SELECT to_jsonb(a) AS a, (SELECT json_agg(e.details) FROM audit_event e WHERE e.org_id = a.org_id) AS e
           FROM allow_list a WHERE a.org_id = $1`,
        [own.id],
      ),
    );
    expect(stored).not.toContain(capability);
    expect(stored).not.toContain(Buffer.from(capability).toString('hex'));
  });

  it('makes an address unknown at once when it is rotated or deleted', async () => {
    const own = await gate.actors.organization();
    const list = await allowListOf(own.owner, own.id);
    const etag = (await anonymous(`${list.path}/v0.1/servers`)).headers.get('etag') ?? '';
    const rotated = await own.owner.post(`${lists(own.id)}/${list.id}/rotate`);
    expect(rotated.status).toBe(200);
    const path = pathOfList(rotated.body.url as string);
    const known = { headers: { 'if-none-match': etag } };
    expect((await gate.actors.anonymous.get(`${list.path}/v0.1/servers`, known)).status).toBe(404);
    expect((await anonymous(`${path}/v0.1/servers`)).status).toBe(200);
    expect((await own.owner.delete(`${lists(own.id)}/${list.id}`)).status).toBe(204);
    expect((await anonymous(`${path}/v0.1/servers`)).status).toBe(404);
    expect((await own.owner.delete(`${lists(own.id)}/${list.id}`)).status).toBe(404);
    expect(await actionsOf(own.id)).toEqual([
      'allow_list.created',
      'allow_list.rotated',
      'allow_list.deleted',
    ]);
  });

  it('keeps at most 50, also for concurrent callers', async () => {
    const own = await gate.actors.organization();
    await gate.t.rows(
      `INSERT INTO allow_list (id, org_id, name, environment, capability_hash, created_at)
       SELECT gen_random_uuid(), $1, 'x', 'x', sha256((n || $2)::bytea), now() FROM generate_series(1, 49) n`,
      [own.id, own.id],
    );
    const body = { name: 'last', environment: 'production' };
    const answers = await Promise.all([1, 2, 3].map(() => own.owner.post(lists(own.id), body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('is 404 for everybody while the organization is suspended or not on the Enterprise plan', async () => {
    const own = await gate.actors.organization();
    const { path } = await allowListOf(own.owner, own.id);
    const files = ['/v0.1/servers', '/managed-settings.json', '/managed-mcp.json'];
    const statuses = async () =>
      Promise.all(files.map(async (file) => (await anonymous(path + file)).status));
    for (const change of [`status = 'SUSPENDED'`, `plan = 'PRO'`]) {
      await gate.t.rows(`UPDATE organization SET ${change} WHERE id = $1`, [own.id]);
      expect(await statuses()).toEqual([404, 404, 404]);
      await gate.t.rows(`UPDATE organization SET status = 'ACTIVE', plan = 'ENTERPRISE' WHERE id = $1`, [
        own.id,
      ]);
      expect(await statuses()).toEqual([200, 200, 200]);
    }
  });

  it('shows what the policies of its environment allow now, own private servers included', async () => {
    const own = await gate.actors.organization();
    const { name } = await npmServer(gate, ['1.0.0'], { score: 40 });
    const secret = uniqueName('own');
    await gate.server(secret, [npmVersion(`pkg-${unique()}`, '1.0.0')], {
      orgId: own.id,
      visibility: 'private',
    });
    const [production, staging] = [
      await allowListOf(own.owner, own.id),
      await allowListOf(own.owner, own.id, 'staging'),
    ];
    const has = async ({ path }: { path: string }, text: string): Promise<boolean> =>
      (await anonymous(`${path}/v0.1/servers?search=${text}`)).body.servers.length > 0;
    expect(await has(production, name)).toBe(true);
    expect(await has(production, secret)).toBe(true);
    await own.owner.post(`/api/v1/orgs/${own.id}/policies`, {
      name: 'Good ones',
      action: 'DENY',
      target_type: 'SCORE',
      target_value: 'min:50',
      priority: 1,
      environments: ['production'],
    });
    expect([await has(production, name), await has(staging, name)]).toEqual([false, true]);
    expect((await anonymous(`/v0.1/servers?search=${secret}`)).body.servers).toEqual([]);
    const settings = await settingsOf(own.owner, own.id);
    expect((await anonymous(`${production.path}/managed-settings.json`)).text).toBe(settings.text);
    const file = await settingsOf(own.owner, own.id, 'claude-mcp');
    expect((await anonymous(`${production.path}/managed-mcp.json`)).text).toBe(file.text);
  });

  it('follows the end of an exception and the age of a version without any change', async () => {
    const own = await gate.actors.organization();
    const { name } = await npmServer(gate);
    const list = await allowListOf(own.owner, own.id);
    const ends = Date.now() + 3600_000;
    const policy = { name: 'P', priority: 1, target_type: 'MCP', target_value: name };
    await own.owner.post(`/api/v1/orgs/${own.id}/policies`, { ...policy, priority: 2, action: 'DENY' });
    await own.owner.post(`/api/v1/orgs/${own.id}/policies`, {
      ...policy,
      action: 'ALLOW',
      reason: 'A test',
      expires_at: new Date(ends).toISOString(),
    });
    const path = `${list.path}/v0.1/servers?search=${name}`;
    const before = await anonymous(path);
    expect(before.body.servers).toHaveLength(1);
    const etag = before.headers.get('etag') ?? '';
    const at = async (time: number) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(time);
      try {
        return await gate.actors.anonymous.get(path, { headers: { 'if-none-match': etag } });
      } finally {
        clock.mockRestore();
      }
    };
    expect((await at(ends - 1000)).status).toBe(304);
    expect((await at(ends + 1000)).body.servers).toEqual([]);
  });

  it('shows a held version from the millisecond at which it is old enough, in all lists', async () => {
    const days = 7;
    const { name, pkg } = await npmServer(gate, ['1.0.0', '1.1.0']);
    const own = await gate.withPolicies({ target_type: 'AGE', target_value: `min:${days}` });
    const { path } = await allowListOf(own.owner, own.id);
    const [row] = await gate.t.rows<{ at: Date }>(
      `SELECT created_at AS at FROM mcp_version WHERE source ->> 'name' = $1 AND semver = '1.1.0'`,
      [pkg],
    );
    const reached = new Date(row?.at ?? NaN).getTime() + days * 86_400_000;
    const paths = [`/v0.1/servers?search=${name}`, '/managed-settings.json', '/managed-mcp.json'];
    const tags = new Map<string, string>();
    const at = async (time: number) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(time);
      try {
        return await Promise.all(
          paths.map(async (file) => {
            const known = tags.get(file);
            const headers = known === undefined ? {} : { 'if-none-match': known };
            const { status, text, headers: sent } = await gate.actors.anonymous.get(path + file, { headers });
            tags.set(file, sent.get('etag') ?? '');
            // The settings list the servers of other tests, too.
            const shows = (version: string): boolean =>
              text.includes(file.startsWith('/managed') ? `${pkg}@${version}` : version);
            return [status, shows('1.0.0'), shows('1.1.0')];
          }),
        );
      } finally {
        clock.mockRestore();
      }
    };
    // The first version is a second older.
    const held = await at(reached - 1);
    expect(held).toEqual(paths.map(() => [200, true, false]));
    expect((await at(reached - 1)).map(([status]) => status)).toEqual([304, 304, 304]);
    expect(await at(reached)).toEqual([
      [200, true, true],
      [200, true, true],
      // The newest allowed version of each server.
      [200, false, true],
    ]);
  });

  it('appears in the log without its capability', async () => {
    const own = await gate.actors.organization();
    const { path } = await allowListOf(own.owner, own.id);
    expect(loggedPath(`${path}/v0.1/servers`)).toBe('/allow/…/v0.1/servers');
    expect(loggedPath(path.replace('allow', 'ALLOW'))).toBe('/ALLOW/…');
    expect(loggedPath('/v0.1/servers')).toBe('/v0.1/servers');
    expect(loggedPath('/v1/org/acme/mcps/100%25')).toBe('/v1/org/acme/mcps/100%25');
  });

  it.each<[string, (capability: string) => string]>([
    ['with a doubled slash', (capability) => `/allow//${capability}`],
    ['with dots', (capability) => `/./allow/../allow/./${capability}/v0.1/servers`],
    ['below another path', (capability) => `/hub/allow/${capability}`],
    ['with encoded letters', (capability) => `/%61llow/${capability}`],
    ['with encoded slashes', (capability) => `/allow%2F${capability}%2fv0.1`],
    ['with an encoded capability', (capability) => `/allow/%${hexOf(capability)}${capability.slice(1)}`],
    ['encoded twice', (capability) => `/x/%25${hexOf(capability)}${capability.slice(1)}`],
    ['encoded six times', (capability) => `/x/%${'25'.repeat(5)}${hexOf(capability)}${capability.slice(1)}`],
    [
      'with its last character encoded six times',
      (capability) => `/${capability.slice(0, -1)}%${'25'.repeat(5)}${hexOf(capability.slice(-1))}`,
    ],
    ['without a slash', (capability) => `/allow${capability}/v0.1`],
    ['with backslashes', (capability) => `\\allow\\${capability}`],
    ['without its word', (capability) => `/${capability}/v0.1/servers`],
    [
      'beside octets that are no text',
      (capability) => `/%ff/allow/%${hexOf(capability)}${capability.slice(1)}`,
    ],
  ])('appears in no log although its address is written %s', async (_what, address) => {
    const own = await gate.actors.organization();
    const { path } = await allowListOf(own.owner, own.id);
    const capability = path.slice('/allow/'.length);
    const logged = loggedPath(address(capability));
    expect(logged).toContain('…');
    expect(logged).not.toContain(capability.slice(1));
    expect(logged).not.toContain(capability.slice(0, -1));
  });
});
