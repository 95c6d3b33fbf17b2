import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const pathOf = (orgId: string): string => `/api/v1/orgs/${orgId}/policies/test`;
const DRAFT = { name: 'Draft', action: 'DENY', target_type: 'SCORE', target_value: 'min:70', priority: 5 };
const request = (change: object = {}): object => ({
  environment: 'production',
  policies: [DRAFT],
  ...change,
});

describe('POST /api/v1/orgs/{orgId}/policies/test refuses', () => {
  it('people without the organization, and its pipelines', async () => {
    const stranger = await gate.actors.organization();
    expect((await stranger.owner.post(pathOf(gate.org.id), request())).status).toBe(404);
    expect((await gate.token.post(pathOf(gate.org.id), request())).status).toBe(403);
  });

  it.each([
    ['no environment', { environment: undefined }, /^environment /],
    ['policies that are no list', { policies: DRAFT }, /^policies /],
    ['too many policies', { policies: Array(21).fill(DRAFT) }, /^policies /],
    ['a policy that is a text', { policies: ['x'] }, /^policies/],
    ['a policy without a name', { policies: [DRAFT, { ...DRAFT, name: undefined }] }, /^policies\.1\.name /],
    [
      'a value of another type',
      { policies: [{ ...DRAFT, target_value: 'max:high' }] },
      /^policies\.0\.target_value /,
    ],
    ['an exception without a reason', { policies: [{ ...DRAFT, action: 'ALLOW' }] }, /^policies\.0\.reason /],
    ['ids that are none', { without: ['x'] }, /^without /],
    ['a policy id that is none', { policy_id: 'x' }, /^policy_id /],
  ])('%s', async (_what, change, message) => {
    const { status, body } = await gate.org.owner.post(pathOf(gate.org.id), request(change));
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
  });
});

describe('POST /api/v1/orgs/{orgId}/policies/test', () => {
  it('says what drafts would change, by name, and changes nothing', async () => {
    const own = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:40' });
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => uniqueName(letter));
    for (const [name, score] of [
      [c, 30],
      [b, 60],
      [a, 90],
    ] as const) {
      await gate.server(name ?? '', [{ commit: commitOf('1'), score }], {
        orgId: own.id,
        visibility: 'private',
      });
    }
    const { status, body } = await own.owner.post(pathOf(own.id), request());
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, evaluated: 3, denied_before: 1, denied_after: 2 });
    expect(body.mcps).toMatchObject([
      { name: a, changed: false, after: { result: 'ALLOWED', reason: null, matched_policy: null } },
      {
        name: b,
        changed: true,
        before: { result: 'ALLOWED' },
        after: {
          result: 'DENIED',
          reason: 'the global score, 60, is below 70',
          matched_policy: { name: 'Draft' },
        },
      },
      { name: c, changed: false, before: { matched_policy: { id: own.ids[0] } } },
    ]);
    const without = await own.owner.post(pathOf(own.id), request({ policies: [], without: own.ids }));
    expect(without.body).toMatchObject({ denied_before: 1, denied_after: 0 });
    expect((await own.owner.get(`/api/v1/orgs/${own.id}/policies`)).body.total).toBe(1);
    expect((await own.owner.get(`/api/v1/orgs/${own.id}/evaluations`)).body.total).toBe(0);
  });

  it('tries a stored policy as if it were enabled, where it applies first', async () => {
    const own = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:40' });
    await gate.server(uniqueName('low'), [{ commit: commitOf('1'), score: 60 }], { orgId: own.id });
    const terms = { ...DRAFT, enabled: false, environments: ['staging', 'production'] };
    const created = await own.owner.post(`/api/v1/orgs/${own.id}/policies`, terms);
    const trial = { policies: [], policy_id: created.body.id };
    const ask = async (change: object = {}) => own.owner.post(pathOf(own.id), { ...trial, ...change });
    const matched = { id: created.body.id, name: DRAFT.name };
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ denied_before: 0, denied_after: 1 });
    expect(body.mcps[0].after).toMatchObject({ result: 'DENIED', matched_policy: matched });
    expect((await ask({ environment: 'development' })).body).toMatchObject({ denied_after: 0 });
    // One that is in force is tried in its own place, so nothing changes.
    expect((await ask({ policy_id: own.ids[0] })).body).toMatchObject({ denied_before: 0, denied_after: 0 });
    const stranger = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:40' });
    expect((await ask({ policy_id: stranger.ids[0] })).status).toBe(404);
  });

  it('tries drafts for an environment, and shows nothing of other organizations', async () => {
    const own = await gate.withPolicies();
    await gate.server(uniqueName('foreign'), undefined, { orgId: gate.org.id });
    const drafts = [{ ...DRAFT, target_value: 'min:100', environments: ['staging'] }];
    await gate.server(uniqueName('mine'), undefined, { orgId: own.id });
    const inProduction = await own.owner.post(pathOf(own.id), request({ policies: drafts }));
    expect(inProduction.body).toMatchObject({ total: 1, denied_after: 0 });
    const inStaging = await own.owner.post(
      pathOf(own.id),
      request({ policies: drafts, environment: 'Staging' }),
    );
    expect(inStaging.body).toMatchObject({ total: 1, denied_after: 1 });
  });
});
