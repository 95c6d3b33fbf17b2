import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

const AUDIT = '/api/v1/admin/audit';

let admin: HubUserActor;
const { t, actors } = await useHub();
beforeAll(async () => {
  admin = await actors.user();
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [admin.id]);
});

interface Event {
  readonly id: string;
  readonly action: string;
  readonly timestamp: string;
  readonly resource_id: string;
}

const list = async (path: string): Promise<{ events: Event[]; total: number }> => {
  const { status, body } = await admin.get(path);
  expect(status).toBe(200);
  return body as { events: Event[]; total: number };
};
const actionsOf = async (path: string): Promise<string[]> =>
  (await list(path)).events.map(({ action }) => action);

describe.each([AUDIT, `${AUDIT}/verify`, `${AUDIT}/users/${randomUUID()}`, `${AUDIT}/orgs/${randomUUID()}`])(
  'GET %s',
  (path) => {
    it('is 401 for anonymous callers, and 403 for users and tokens, whatever their role in an organization', async () => {
      const { id, owner } = await actors.organization();
      expect((await actors.anonymous.get(path)).status).toBe(401);
      expect((await owner.get(path)).status).toBe(403);
      expect((await (await actors.serviceToken(id, [`admin:org:${id}`])).get(path)).status).toBe(403);
    });
  },
);

describe('GET /api/v1/admin/audit', () => {
  it('lists the events of all organizations and of the platform, newest first, in pages', async () => {
    const { id, owner } = await actors.organization();
    const [latest, before] = (await list(`${AUDIT}?limit=2`)).events;
    expect(latest).toMatchObject({ action: 'organization.created', resource_id: id });
    expect(before).toMatchObject({ action: 'user.created', resource_id: owner.id });
    const { events, total } = await list(`${AUDIT}?limit=1&offset=1`);
    expect(events).toEqual([before]);
    expect(total).toBeGreaterThanOrEqual(3);
  });

  it('takes the same filters', async () => {
    const { id, owner } = await actors.organization();
    await owner.send('PUT', `/api/v1/orgs/${id}`, { json: { name: 'New' } });
    expect(await actionsOf(`${AUDIT}?actor_id=${owner.id}`)).toEqual([
      'organization.updated',
      'organization.created',
      'user.created',
    ]);
    expect(await actionsOf(`${AUDIT}?actor_id=${owner.id}&action=user.created`)).toEqual(['user.created']);
    const { events } = await list(`${AUDIT}?actor_id=${owner.id}`);
    const moment = String(events[0]?.timestamp);
    expect((await list(`${AUDIT}?actor_id=${owner.id}&until=${moment}`)).events).toEqual(
      events.filter(({ timestamp }) => timestamp < moment),
    );
    expect((await list(`${AUDIT}?since=${moment}`)).events).toContainEqual(events[0]);
  });

  it.each(['limit=101', 'offset=x', 'actor_id=x', 'since=x', 'until=x', 'action=a&action=b'])(
    'answers 400 for ?%s',
    async (query) => {
      for (const path of [AUDIT, `${AUDIT}/users/${admin.id}`]) {
        expect((await admin.get(`${path}?${query}`)).status).toBe(400);
      }
    },
  );
});

describe('GET /api/v1/admin/audit/users/{userId}', () => {
  it('lists the events of the user, and of no other', async () => {
    const { id, owner } = await actors.organization();
    const other = await actors.member(id, 'ADMIN');
    await other.send('PUT', `/api/v1/orgs/${id}`, { json: { name: 'New' } });
    expect(await actionsOf(`${AUDIT}/users/${owner.id}`)).toEqual(['organization.created', 'user.created']);
    expect(await actionsOf(`${AUDIT}/users/${other.id}`)).toEqual(['organization.updated', 'user.created']);
    expect(await actionsOf(`${AUDIT}/users/${owner.id}?action=user.created`)).toEqual(['user.created']);
    expect(await list(`${AUDIT}/users/${owner.id}?actor_id=${other.id}`)).toEqual({
      events: [],
      total: 0,
      limit: 20,
      offset: 0,
    });
  });

  it('lists those of a deleted user too', async () => {
    const user = await actors.user();
    await t.rows(`UPDATE hub_user SET status = 'DELETED' WHERE id = $1`, [user.id]);
    expect(await actionsOf(`${AUDIT}/users/${user.id}`)).toEqual(['user.created']);
  });

  it.each([randomUUID(), 'x', '%00', 'X'.repeat(1000)])('answers 404 for %s', async (id) => {
    const { status, body } = await admin.get(`${AUDIT}/users/${id}`);
    expect({ status, message: body.message }).toEqual({ status: 404, message: 'user not found' });
  });
});

describe('GET /api/v1/admin/audit/orgs/{orgId}', () => {
  it.each(['ACTIVE', 'SUSPENDED', 'DELETED'])(
    'lists the events of an organization that is %s',
    async (status) => {
      const { id } = await actors.organization();
      await actors.organization();
      await t.rows('UPDATE organization SET status = $2 WHERE id = $1', [id, status]);
      const { events, total } = await list(`${AUDIT}/orgs/${id}`);
      expect(events).toMatchObject([{ action: 'organization.created', resource_id: id }]);
      expect(total).toBe(1);
    },
  );

  it.each([randomUUID(), 'x', '%00'])('answers 404 for %s', async (id) => {
    const { status, body } = await admin.get(`${AUDIT}/orgs/${id}`);
    expect({ status, message: body.message }).toEqual({ status: 404, message: 'organization not found' });
  });
});

// Last: it leaves the platform's chain broken.
describe('GET /api/v1/admin/audit/verify', () => {
  it('checks the chain of the platform', async () => {
    const PLATFORM = '00000000-0000-0000-0000-000000000000';
    const [end] = await t.rows<{ length: string; hash: Buffer }>(
      'SELECT length, hash FROM audit_chain WHERE id = $1',
      [PLATFORM],
    );
    expect((await admin.get(`${AUDIT}/verify`)).body).toEqual({
      valid: true,
      events: Number(end?.length),
      verified_from: 1,
      complete_since: expect.any(String),
      last_hash: end?.hash.toString('hex'),
    });
    await t.rows('ALTER TABLE audit_event DISABLE TRIGGER USER');
    await t.rows('DELETE FROM audit_event WHERE chain_id = $1 AND position = 2', [PLATFORM]);
    await t.rows('ALTER TABLE audit_event ENABLE TRIGGER USER');
    expect((await admin.get(`${AUDIT}/verify`)).body).toEqual({
      valid: false,
      events: 1,
      verified_from: 1,
      broken_at: { position: 2, reason: 'missing' },
    });
  });
});
