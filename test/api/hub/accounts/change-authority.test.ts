import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

// The property of hub contract 13: authority is read again after waiting for a lock, so that no trail has a change by a caller
// after the event that removed their authority.

let platformAdmin: HubUserActor;
const { t, actors } = await useHub({ RATE_LIMIT_ENTERPRISE: '5000' });
beforeAll(async () => {
  platformAdmin = await actors.user();
  await promote(platformAdmin);
});

const promote = ({ id }: { readonly id: string }): Promise<unknown> =>
  t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [id]);

/** An organization of the test's own, with a caller who is about to lose their authority. */
interface Scene {
  readonly orgId: string;
  readonly path: string;
  readonly owner: HubUserActor;
  readonly caller: ApiClient & { readonly id: string };
  /** A member whom the caller may change. */
  readonly memberId: string;
}

type Request = (scene: Scene) => Promise<ApiResponse>;

const slug = (): string => `s-${randomUUID().slice(0, 8)}`;
const MEMBER = { role: 'MEMBER' };

const CHANGES: Readonly<Record<string, Request>> = {
  'creates a token': ({ caller, path, orgId }) =>
    caller.post(`${path}/tokens`, { name: 'kept', scopes: [`admin:org:${orgId}`], expires_in_days: 365 }),
  'invites a user': ({ caller, path }) =>
    caller.post(`${path}/users/invite`, { email: `${randomUUID()}@example.com`, ...MEMBER }),
  'removes a member': ({ caller, path, memberId }) => caller.delete(`${path}/members/${memberId}`),
  'changes a role': ({ caller, path, memberId }) =>
    caller.patch(`${path}/members/${memberId}`, { role: 'ADMIN' }),
  'creates an area': ({ caller, path }) =>
    caller.post(`${path}/areas`, { name: 'Area', slug: slug(), description: '' }),
  'creates a policy': ({ caller, path }) =>
    caller.post(`${path}/policies`, {
      name: 'Nothing',
      action: 'ALLOW',
      target_type: 'SCORE',
      target_value: 'min:1',
      reason: 'everything is fine',
      expires_at: '2099-01-01T00:00:00Z',
      priority: 1,
    }),
  'renames the organization': ({ caller, path }) =>
    caller.send('PUT', path, { json: { display_name: slug() } }),
};

const LOSSES: Readonly<Record<string, Request>> = {
  'is demoted': ({ owner, path, caller }) => owner.patch(`${path}/members/${caller.id}`, MEMBER),
  'is removed': ({ owner, path, caller }) => owner.delete(`${path}/members/${caller.id}`),
  'is suspended': ({ caller }) => platformAdmin.post(`/api/v1/admin/users/${caller.id}/suspend`, {}),
};

async function scene(): Promise<Scene> {
  const { id, owner } = await actors.organization();
  const caller = await actors.member(id, 'ADMIN');
  const { id: memberId } = await actors.member(id, 'MEMBER');
  return { orgId: id, path: `/api/v1/orgs/${id}`, owner, caller, memberId };
}

/** The changes by the caller and the loss of their authority, in the order of their events. */
async function eventsAbout({ caller }: Scene): Promise<string[]> {
  const rows = await t.rows<{ actor_id: string; action: string }>(
    `SELECT actor_id, action FROM audit_event
      WHERE (actor_id = $1 AND action NOT IN ('user.created', 'user.updated', 'token.refused'))
         OR (resource_id = $1 AND action IN ('member.updated', 'member.removed', 'user.suspended', 'token.revoked'))
      ORDER BY occurred_at, position`,
    [caller.id],
  );
  return rows.map(({ actor_id: actor, action }) => (actor === caller.id ? 'change' : `loss: ${action}`));
}

async function expectNoChangeAfterLoss(found: Scene, change: ApiResponse, loss: ApiResponse): Promise<void> {
  expect(loss.status).toBeLessThan(300);
  const events = await eventsAbout(found);
  if (change.status < 300) expect(events).toEqual(['change', expect.stringMatching(/^loss/)]);
  else {
    expect([401, 403, 404]).toContain(change.status);
    expect(events).toEqual([expect.stringMatching(/^loss/)]);
  }
}

const PAIRS = Object.keys(LOSSES).flatMap((loss) =>
  Object.keys(CHANGES).map((change) => [loss, change] as const),
);

describe('a caller who loses their authority during a change', () => {
  it.each(PAIRS)('%s and %s: no change is recorded after the loss', async (loss, change) => {
    for (const lossFirst of [true, false, true]) {
      const found = await scene();
      const take = () => LOSSES[loss]?.(found) ?? Promise.reject(new Error(loss));
      const act = () => CHANGES[change]?.(found) ?? Promise.reject(new Error(change));
      const [lost, changed] = lossFirst
        ? await Promise.all([take(), act()])
        : (await Promise.all([act(), take()])).toReversed();
      if (lost === undefined || changed === undefined) throw new Error('both are answered');
      await expectNoChangeAfterLoss(found, changed, lost);
    }
  });

  it('cannot use a token that is revoked meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { orgId, path, owner, memberId } = await scene();
      const created = await owner.post(`${path}/tokens`, { name: 'admin', scopes: [`admin:org:${orgId}`] });
      const id = created.body.id as string;
      const caller = Object.assign(actors.anonymous.as(`Bearer ${String(created.body.token)}`), { id });
      const found = { orgId, path, owner, caller, memberId };
      const [loss, change] = await Promise.all([
        owner.delete(`${path}/tokens/${id}`),
        caller.post(`${path}/areas`, { name: 'Area', slug: slug(), description: '' }),
      ]);
      await expectNoChangeAfterLoss(found, change, loss);
    }
  });

  it('cannot grant a role that they have lost', async () => {
    for (let round = 0; round < 5; round += 1) {
      const found = await scene();
      const second = await actors.member(found.orgId, 'OWNER');
      const [, invited] = await Promise.all([
        found.owner.patch(`${found.path}/members/${second.id}`, { role: 'ADMIN' }),
        second.post(`${found.path}/users/invite`, { email: `${randomUUID()}@example.com`, role: 'OWNER' }),
      ]);
      const events = await eventsAbout({ ...found, caller: second });
      if (invited.status === 201) expect(events).toEqual(['change', 'loss: member.updated']);
      else expect([invited.status, events]).toEqual([403, ['loss: member.updated']]);
    }
  });

  it('cannot administer once demoted by another platform administrator', async () => {
    for (let round = 0; round < 5; round += 1) {
      const rival = await actors.user();
      await promote(rival);
      const user = await actors.user();
      const [, change] = await Promise.all([
        platformAdmin.patch(`/api/v1/admin/users/${rival.id}/role`, { role: 'USER' }),
        rival.patch(`/api/v1/admin/users/${user.id}/plan`, { plan: 'PRO' }),
      ]);
      const events = await t.rows<{ actor_id: string }>(
        `SELECT actor_id FROM audit_event WHERE action IN ('user.role_changed', 'user.plan_changed')
            AND resource_id IN ($1, $2) ORDER BY position`,
        [rival.id, user.id],
      );
      const by = events.map(({ actor_id: id }) => (id === rival.id ? 'rival' : 'admin'));
      expect([change.status, by]).toEqual(
        change.status === 200 ? [200, ['rival', 'admin']] : [403, ['admin']],
      );
    }
  });
});

describe('two platform administrators', () => {
  it('who suspend each other concurrently leave one of them, and get no 5xx', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await actors.user(), await actors.user()];
      await Promise.all([promote(a), promote(b)]);
      const [one, bulk] = await Promise.all([
        a.post(`/api/v1/admin/users/${b.id}/suspend`, {}),
        b.post('/api/v1/admin/users/bulk/suspend', { user_ids: [a.id, randomUUID()] }),
      ]);
      expect([one.status, bulk.status].sort()).toEqual([200, 401]);
      const left = await t.rows<{ status: string }>(
        'SELECT status FROM hub_user WHERE id IN ($1, $2) ORDER BY status',
        [a.id, b.id],
      );
      expect(left.map(({ status }) => status)).toEqual(['ACTIVE', 'SUSPENDED']);
    }
  });
});
