import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const eventsPath = (orgId: string, query = ''): string => `/api/v1/orgs/${orgId}/audit-events${query}`;

interface Event {
  readonly id: string;
  readonly timestamp: string;
  readonly action: string;
  readonly details: { changes?: { name: { from: string; to: string } } };
}

/** Creates an organization whose owner has changed its name `changes` times. */
async function changed(changes: number): Promise<{ id: string; slug: string; owner: HubUserActor }> {
  const organization = await actors.organization();
  for (let n = 1; n <= changes; n += 1) {
    await organization.owner.send('PUT', `/api/v1/orgs/${organization.id}`, { json: { name: `name ${n}` } });
  }
  return organization;
}

const list = async (caller: HubUserActor, orgId: string, query = ''): Promise<Event[]> => {
  const { status, body } = await caller.get(eventsPath(orgId, query));
  expect(status).toBe(200);
  return body.events as Event[];
};

describe('GET /api/v1/orgs/{orgId}/audit-events', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1&limit=1', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=2147483648', 'offset'],
    ['action=', 'action'],
    ['action=a&action=b', 'action'],
    [`action=${'x'.repeat(101)}`, 'action'],
    ['action=a%00', 'action'],
    ['actor_id=x', 'actor_id'],
    ['actor_id=', 'actor_id'],
    [`actor_id=${randomUUID()}&actor_id=${randomUUID()}`, 'actor_id'],
    ['since=yesterday', 'since'],
    ['since=2026-03-02', 'since'],
    ['since=2026-03-02T12:00:00', 'since'],
    ['since=2026-02-30T12:00:00Z', 'since'],
    ['since=2026-03-02T12:00:00+02:00', 'since'],
    ['since=2026-03-02T12:00:00Z&since=2026-03-02T12:00:00Z', 'since'],
    ['until=1767225600', 'until'],
  ])('answers 400 naming the parameter for ?%s', async (query, name) => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.get(eventsPath(id, `?${query}`));
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
    expect(body.message).toMatch(new RegExp(`^${name} `));
  });

  it('answers 400 for broken percent-encoding in a path', async () => {
    const { owner } = await actors.organization();
    expect(
      (await fetch(`${t.url}/api/v1/orgs/%E0%A4/audit-events`, { headers: owner.credentials })).status,
    ).toBe(400);
  });

  it('lists the events, newest first, with actor, action, origin and target', async () => {
    const { id, slug, owner } = await changed(1);
    const { body } = await owner.get(eventsPath(id));
    const common = {
      id: expect.any(String),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor_id: owner.id,
      actor_type: 'user',
      actor_name: owner.email,
      resource_type: 'policy',
      resource_id: id,
      ip_address: '127.0.0.1',
      user_agent: expect.any(String),
    };
    expect(body).toEqual({
      events: [
        {
          ...common,
          action: 'organization.updated',
          details: {
            changes: { name: { from: expect.any(String), to: 'name 1' } },
            resource_kind: 'organization',
          },
        },
        { ...common, action: 'organization.created', details: { slug, resource_kind: 'organization' } },
      ],
      total: 2,
      limit: 20,
      offset: 0,
    });
  });

  it('has pages without duplicates or gaps', async () => {
    const { id, owner } = await changed(6);
    const parts = [];
    for (let offset = 0; offset < 8; offset += 3) {
      const { body } = await owner.get(eventsPath(id, `?limit=3&offset=${offset}`));
      expect(body).toMatchObject({ total: 7, limit: 3, offset });
      parts.push(...(body.events as Event[]));
    }
    expect(parts.map(({ details }) => details.changes?.name.to)).toEqual([
      ...[6, 5, 4, 3, 2, 1].map((n) => `name ${n}`),
      undefined,
    ]);
    expect((await owner.get(eventsPath(id, '?offset=2147483647'))).body).toMatchObject({
      events: [],
      total: 7,
    });
  });

  it('filters by action, by actor, and by both', async () => {
    const { id, owner } = await changed(2);
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    await token.send('PUT', `/api/v1/orgs/${id}`, { json: { name: 'by token' } });
    const names = async (query: string) =>
      (await list(owner, id, query)).map(({ details }) => details.changes?.name.to);
    expect(await names('?action=organization.updated')).toEqual(['by token', 'name 2', 'name 1']);
    expect(await names(`?actor_id=${token.id}`)).toEqual(['by token']);
    expect(await names(`?actor_id=${owner.id}&action=organization.updated`)).toEqual(['name 2', 'name 1']);
    expect(await names('?action=organization')).toEqual([]);
    expect(await names(`?actor_id=${randomUUID()}`)).toEqual([]);
  });

  it('filters by start and end time', async () => {
    const { id, owner } = await changed(3);
    const all = await list(owner, id);
    const moment = String(all[1]?.timestamp);
    const found = await list(owner, id, `?since=${moment}`);
    expect(found).toEqual(all.filter(({ timestamp }) => timestamp >= moment));
    expect(await list(owner, id, `?until=${moment}`)).toEqual(
      all.filter(({ timestamp }) => timestamp < moment),
    );
    const later = new Date(Date.parse(moment) + 3_600_000).toISOString();
    const sameMoment = encodeURIComponent(later.replace('Z', '+01:00'));
    expect(await list(owner, id, `?since=${sameMoment}`)).toEqual(found);
    expect(await list(owner, id, '?until=0000-01-01T00:00:00Z')).toEqual([]);
    expect(await list(owner, id, '?since=9999-12-31T23:59:59Z')).toEqual([]);
  });

  it('shows none of another organization, whatever the filter', async () => {
    const other = await changed(1);
    const { id, owner } = await changed(0);
    expect(await list(owner, id, `?actor_id=${other.owner.id}`)).toEqual([]);
    expect(await list(owner, id)).toHaveLength(1);
    expect((await owner.get(eventsPath(other.id))).status).toBe(404);
  });
});
