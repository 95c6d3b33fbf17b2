import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const IN_A_YEAR = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString();
const pathOf = (orgId: string, policyId = ''): string =>
  `/api/v1/orgs/${orgId}/policies${policyId && `/${policyId}`}`;
const aPolicy = (change: object = {}) => ({
  name: 'No low scores',
  description: 'Servers below 70 stay out.',
  action: 'DENY',
  target_type: 'SCORE',
  target_value: 'min:70',
  priority: 10,
  enabled: true,
  ...change,
});
const anException = (change: object = {}) =>
  aPolicy({ action: 'ALLOW', reason: 'Until it is fixed', expires_at: IN_A_YEAR, ...change });

const make = async (owner: HubUserActor, orgId: string, change: object = {}): Promise<string> => {
  const { status, body, text } = await owner.post(pathOf(orgId), aPolicy(change));
  if (status !== 201) throw new Error(text);
  return body.id as string;
};
const put = (owner: HubUserActor, path: string, json: unknown) => owner.send('PUT', path, { json });

/** The state that a refusal must not change. */
const stateOf = (orgId: string): Promise<unknown> =>
  t.rows(
    `SELECT (SELECT json_agg(p ORDER BY p.id) FROM policy p WHERE p.org_id = $1) AS policies,
            (SELECT length FROM audit_chain WHERE id = $1) AS events`,
    [orgId],
  );
const eventsOf = (orgId: string) =>
  t.rows<{ action: string; resource_id: string; details: object }>(
    `SELECT action, resource_id, details FROM audit_event
      WHERE org_id = $1 AND resource_type = 'policy' ORDER BY position`,
    [orgId],
  );

/** Invalid policies, with the field named in the error. */
const REFUSED: [string, object, RegExp][] = [
  ['no name', { name: undefined }, /^name /],
  ['an empty name', { name: '' }, /^name /],
  ['a name with NUL', { name: 'a\u0000' }, /^name /],
  ['a name with half a character', { name: '\ud800' }, /^name /],
  ['a name that is too long', { name: 'x'.repeat(101) }, /^name /],
  ['an invalid action', { action: 'BLOCK' }, /^action /],
  ['an action that is a list', { action: ['DENY'] }, /^action /],
  ['an invalid type', { target_type: '__proto__' }, /^target_type /],
  ['no value', { target_value: undefined }, /^target_value /],
  ['a score beyond 100', { target_value: 'min:101' }, /^target_value must be min:<score>.*, for SCORE$/],
  ['a value of another type', { target_type: 'SEVERITY' }, /^target_value must be max:<severity>/],
  ['an invalid class', { target_type: 'CLASS', target_value: 'Z' }, /^target_value .*from A to N/],
  ['a value that is an object', { target_value: { min: 70 } }, /^target_value /],
  ['a priority with a fraction', { priority: 1.5 }, /^priority /],
  ['a priority that is text', { priority: '1' }, /^priority /],
  ['a priority beyond int4', { priority: 2 ** 31 }, /^priority /],
  ['a priority below int4', { priority: -(2 ** 31) - 1 }, /^priority /],
  ['a flag that is text', { enabled: 'true' }, /^enabled /],
  ['environments that are not a list', { environments: 'production' }, /^environments /],
  ['an environment that is not a string', { environments: [{}] }, /^environments /],
  ['the same environment twice', { environments: ['prod', 'PROD'] }, /^environments /],
  [
    'too many environments',
    { environments: Array.from({ length: 21 }, (_, i) => `e${i}`) },
    /^environments /,
  ],
  ['a reason without an exception', { reason: 'because' }, /^reason is for .*ALLOW/],
  ['an expiry without an exception', { expires_at: IN_A_YEAR }, /^expires_at is for .*ALLOW/],
  ['an exception without a reason', { ...anException(), reason: null }, /^reason /],
  ['an exception without an end', { ...anException(), expires_at: undefined }, /^expires_at /],
  ['an exception that is over', anException({ expires_at: '2020-01-01T00:00:00Z' }), /^expires_at .*future/],
  ['an end that is a date only', anException({ expires_at: '2030-01-01' }), /^expires_at /],
  ['an end beyond all years', anException({ expires_at: '9999-12-31T23:59:59-01:00' }), /^expires_at /],
  ['an end that is a number', anException({ expires_at: 1893456000 }), /^expires_at /],
];

describe('POST /api/v1/orgs/{orgId}/policies', () => {
  it.each(REFUSED)(
    'answers 400 naming the field for %s, and creates nothing',
    async (_what, change, message) => {
      const { id, owner } = await actors.organization();
      const before = await stateOf(id);
      const { status, body } = await owner.post(pathOf(id), aPolicy(change));
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: 'bad_request', message: expect.stringMatching(message), code: 'BAD_REQUEST' },
      });
      expect(await stateOf(id)).toEqual(before);
    },
  );

  it('answers 403 to a member, and 403 enterprise_required without the plan', async () => {
    const { id, owner } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    expect((await member.post(pathOf(id), aPolicy())).status).toBe(403);
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [id]);
    const { status, body } = await owner.post(pathOf(id), aPolicy());
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'enterprise_required' });
  });

  it('creates one, by default enabled and for all environments', async () => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.post(pathOf(id), {
      name: 'No leaks',
      action: 'WARN',
      target_type: 'CLASS',
      target_value: 'E, F',
      priority: -1,
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        org_id: id,
        name: 'No leaks',
        description: '',
        action: 'WARN',
        target_type: 'CLASS',
        target_value: 'E, F',
        priority: -1,
        enabled: true,
        environments: [],
        reason: null,
        expires_at: null,
        created_at: expect.any(String),
        updated_at: body.created_at,
      },
    });
    expect((await owner.get(pathOf(id, body.id as string))).body).toEqual(body);
  });

  it('creates an exception with its reason and expiry, and records its content', async () => {
    const { id, owner } = await actors.organization();
    const request = anException({ environments: ['staging'], enabled: false });
    const { status, body } = await owner.post(pathOf(id), request);
    expect(status).toBe(201);
    expect(body).toMatchObject(request);
    expect(await eventsOf(id)).toEqual([
      { action: 'policy.created', resource_id: body.id, details: request },
    ]);
  });

  it('answers 409 beyond 200, also to concurrent requests', async () => {
    const { id, owner } = await actors.organization();
    await t.rows(
      `INSERT INTO policy (id, org_id, name, action, target_type, target_value, priority, enabled, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'P', 'DENY', 'SCORE', 'min:1', 1, true, now(), now() FROM generate_series(1, 195)`,
      [id],
    );
    const answers = await Promise.all(Array.from({ length: 12 }, () => owner.post(pathOf(id), aPolicy())));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(7).fill(409),
    ]);
    expect((await owner.get(pathOf(id))).body.total).toBe(200);
    expect(await eventsOf(id)).toHaveLength(5);
  });
});

describe('GET /api/v1/orgs/{orgId}/policies', () => {
  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1&limit=2',
    'offset=-1',
    'offset=2147483648',
    'offset=1.5',
  ])('answers 400 for %s', async (query) => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.get(`${pathOf(id)}?${query}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^(limit|offset) /);
  });

  it('lists them in the order of evaluation: by priority, then by age', async () => {
    const { id, owner } = await actors.organization();
    const made: Record<string, string> = {};
    for (const [name, priority] of [
      ['third', 5],
      ['fourth', 5],
      ['first', -5],
      ['second', 0],
    ] as const) {
      made[name] = await make(owner, id, { name, priority });
    }
    await t.rows(`UPDATE policy SET created_at = '2020-01-01' WHERE id = $1`, [made['third']]);
    const member = await actors.member(id, 'MEMBER');
    const { body } = await member.get(pathOf(id));
    expect(body).toMatchObject({ total: 4, limit: 20, offset: 0 });
    const namesOf = (list: { policies: { name: string }[] }) => list.policies.map(({ name }) => name);
    expect(namesOf(body)).toEqual(['first', 'second', 'third', 'fourth']);
    const page = (await member.get(`${pathOf(id)}?limit=2&offset=1`)).body;
    expect(page).toMatchObject({ total: 4, limit: 2, offset: 1 });
    expect(namesOf(page)).toEqual(['second', 'third']);
    expect((await member.get(`${pathOf(id)}?offset=9`)).body).toMatchObject({ policies: [], total: 4 });
  });
});

describe('/api/v1/orgs/{orgId}/policies/{policyId}', () => {
  it('answers 404 for those of other organizations, unknown ones and invalid ids', async () => {
    const { id, owner } = await actors.organization();
    const other = await actors.organization();
    const foreign = await make(other.owner, other.id);
    const before = await stateOf(other.id);
    for (const policyId of [foreign, randomUUID(), 'x', '%00', foreign.toUpperCase()]) {
      const path = pathOf(id, policyId);
      const expected = { error: 'not_found', message: 'policy not found', code: 'NOT_FOUND' };
      for (const answer of [
        await owner.get(path),
        await put(owner, path, { enabled: false }),
        await owner.delete(path),
      ]) {
        expect({ status: answer.status, body: answer.body }).toEqual({ status: 404, body: expected });
      }
    }
    expect(await stateOf(other.id)).toEqual(before);
  });

  it.each(REFUSED.filter(([, change]) => !Object.values(change).includes(undefined)))(
    'answers 400 naming the field for a change to %s',
    async (_what, change, message) => {
      const { id, owner } = await actors.organization();
      const policyId = await make(owner, id);
      const before = await stateOf(id);
      const { status, body } = await put(owner, pathOf(id, policyId), change);
      expect(status).toBe(400);
      expect(body.message).toMatch(message);
      expect(await stateOf(id)).toEqual(before);
    },
  );

  it('changes the given fields only, and records old and new values', async () => {
    const { id, owner } = await actors.organization();
    const policyId = await make(owner, id);
    const path = pathOf(id, policyId);
    const { status, body } = await put(owner, path, { target_value: 'min:80', priority: 10, enabled: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...aPolicy(), target_value: 'min:80', enabled: false });
    expect((await owner.get(path)).body).toEqual(body);
    expect((await eventsOf(id)).slice(1)).toEqual([
      {
        action: 'policy.updated',
        resource_id: policyId,
        details: {
          changes: { target_value: { from: 'min:70', to: 'min:80' }, enabled: { from: true, to: false } },
        },
      },
    ]);
  });

  it('changes and records nothing for unchanged values', async () => {
    const { id, owner } = await actors.organization();
    const { body: policy } = await owner.post(pathOf(id), anException());
    await t.rows(`UPDATE policy SET expires_at = '2020-01-01T00:00:00Z' WHERE id = $1`, [policy.id]);
    const path = pathOf(id, policy.id as string);
    const over = (await owner.get(path)).body;
    expect(over.expires_at).toBe('2020-01-01T00:00:00.000Z');
    const { status, body } = await put(owner, path, over);
    expect({ status, body }).toEqual({ status: 200, body: over });
    expect(await eventsOf(id)).toHaveLength(1);
    expect((await put(owner, path, { ...over, enabled: false })).status).toBe(200);
  });

  it('becomes an exception only with reason and expiry, and loses them with that action', async () => {
    const { id, owner } = await actors.organization();
    const path = pathOf(id, await make(owner, id));
    expect((await put(owner, path, { action: 'ALLOW' })).body.message).toMatch(/^reason /);
    const exception = { action: 'ALLOW', reason: 'Soon gone', expires_at: IN_A_YEAR };
    expect((await put(owner, path, exception)).body).toMatchObject(exception);
    expect((await put(owner, path, { reason: null })).status).toBe(400);
    expect((await put(owner, path, { action: 'WARN' })).body).toMatchObject({
      action: 'WARN',
      reason: null,
      expires_at: null,
    });
  });

  it('is validated as a whole when a part changes, also by concurrent requests', async () => {
    const { id, owner } = await actors.organization();
    const path = pathOf(id, await make(owner, id));
    expect((await put(owner, path, { target_type: 'AGE' })).status).toBe(200);
    await Promise.all([
      put(owner, path, { target_type: 'SEVERITY', target_value: 'max:low' }),
      put(owner, path, { target_value: 'min:1' }),
    ]);
    const { target_type: type, target_value: value } = (await owner.get(path)).body;
    expect([
      ['SEVERITY', 'max:low'],
      ['AGE', 'min:1'],
    ]).toContainEqual([type, value]);
  });

  it('can be deleted when its stored value cannot be read', async () => {
    const { id, owner } = await actors.organization();
    const policyId = await make(owner, id);
    await t.rows(`UPDATE policy SET target_type = 'MOON' WHERE id = $1`, [policyId]);
    expect((await put(owner, pathOf(id, policyId), { enabled: false })).body.message).toMatch(
      /^target_type /,
    );
    expect((await owner.delete(pathOf(id, policyId))).status).toBe(204);
  });

  it('is removed by DELETE, once, and its content is recorded', async () => {
    const { id, owner } = await actors.organization();
    const policyId = await make(owner, id);
    const path = pathOf(id, policyId);
    const answers = await Promise.all([owner.delete(path), owner.delete(path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await owner.get(path)).status).toBe(404);
    expect((await eventsOf(id)).slice(1)).toEqual([
      {
        action: 'policy.deleted',
        resource_id: policyId,
        details: { ...aPolicy(), environments: [], reason: null, expires_at: null },
      },
    ]);
  });
});
