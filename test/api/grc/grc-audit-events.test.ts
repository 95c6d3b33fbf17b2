import { describe, expect, it } from '@jest/globals';
import { grcOrganization, type GrcClient } from '../../support/grc.js';
import { lengthenChain } from '../../support/long-chain.js';
import { useHub } from '../../support/suite.js';
import { systemActor } from '../../../src/hub/audit/events/actor.js';
import { hashOf, type NewAuditEvent } from '../../../src/hub/audit/events/audit-event.js';
import { AuditService } from '../../../src/hub/audit/events/audit.service.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });

const NIL = '00000000-0000-0000-0000-000000000000';

interface Listed {
  readonly action: string;
  readonly position: number;
}

interface Event extends Listed {
  readonly resource_type: string;
  readonly details: { readonly resource_kind: string };
}

const cursorOf = (...parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

const list = async (grc: GrcClient, query = ''): Promise<Listed[]> =>
  (await grc.data(`audit-events${query}`)).events as Listed[];

const record = (orgId: string, action: NewAuditEvent['action']): Promise<void> =>
  t.app
    .get(AuditService, { strict: false })
    .record({ orgId, actor: systemActor('tests'), action, resourceId: null, details: { n: 1 } });

describe('refused parameters', () => {
  const HUGE = 'x'.repeat(5000);
  it.each([
    ['page', ['0', '-1', 'x', '', '99999999999', '2147483648', '1&page=1']],
    ['per_page', ['0', '101', 'x', '', '1&per_page=2']],
    ['action', ['', HUGE, 'a&action=b', '%00']],
    ['actor_type', ['', 'USER', 'robot', 'user,system', 'user&actor_type=system', HUGE]],
    ['resource_type', ['', 'MCP', 'organization', 'mcp,policy', 'mcp&resource_type=token', HUGE]],
    ['from', ['', '2026', '2026-02-30', '2026-01-01T00:00:00Z', 'today', '2026-01-01&from=2026-01-02', HUGE]],
    ['format', ['', 'xml', 'JSON', 'ndjson&format=csv']],
    ['page', ['2&format=ndjson', '2&format=csv']],
    ['page', [`2&cursor=${cursorOf('2', '2026-01-01T00:00:00.000Z', '1')}`]],
    [
      'cursor',
      [
        '',
        'x',
        'e30',
        'x&cursor=x',
        `${cursorOf('2', '2026-01-01T00:00:00.000Z', '1')}&format=csv`,
        cursorOf('2', '2026-02-30T00:00:00.000Z', '1'),
        cursorOf('2', '2026-01-01T00:00:00.000Z', '-1'),
        cursorOf('2', '2026-01-01T00:00:00.000Z', '9223372036854775808'),
        cursorOf('9999999999', '2026-01-01T00:00:00.000Z', '1'),
      ],
    ],
    ['to', ['', '20260101', '2026-13-01', '2026-01-01Z', '2026-01-01&to=2026-01-01']],
  ])('%s is 422 with the field named', async (field, values) => {
    const { grc } = await grcOrganization(actors);
    for (const value of values) {
      const { status, body } = await grc.get(`audit-events?${field}=${value}`);
      expect([value.slice(0, 40), status, body.error]).toEqual([
        value.slice(0, 40),
        422,
        'invalid_parameters',
      ]);
      expect(body.message).toMatch(new RegExp(`^${field} `));
    }
  });

  it('an unknown parameter is ignored or refused as elsewhere in the GRC API', async () => {
    const { grc } = await grcOrganization(actors);
    const elsewhere = await grc.get('vulnerabilities?unknown=1');
    expect((await grc.get('audit-events?unknown=1')).status).toBe(elsewhere.status);
  });
});

describe('GET /api/v1/grc/audit-events', () => {
  it('lists nothing of another organization or of the platform', async () => {
    const [org, foreign] = [await grcOrganization(actors), await grcOrganization(actors)];
    await record(foreign.id, 'mcp.created');
    const { text } = await org.grc.get('audit-events');
    expect(text).not.toContain(foreign.id);
    expect(text).not.toContain(foreign.slug);
    for (const { chain_id: chain } of (await org.grc.data('audit-events')).events) expect(chain).toBe(org.id);
  });

  it('has the specified fields, newest first, with nil ids for what has none', async () => {
    const org = await grcOrganization(actors);
    await record(org.id, 'mcp.analyzed');
    const { total, page, per_page: perPage, has_more: hasMore, events } = await org.grc.data('audit-events');
    expect({ page, perPage, hasMore, total }).toEqual({
      page: 1,
      perPage: 50,
      hasMore: false,
      total: events.length,
    });
    expect(events[0]).toEqual({
      id: expect.any(String),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actor_id: NIL,
      actor_type: 'system',
      actor_name: 'tests',
      action: 'mcp.analyzed',
      resource_type: 'mcp',
      resource_id: NIL,
      details: { n: 1, resource_kind: 'mcp' },
      ip_address: '',
      user_agent: '',
      chain_id: org.id,
      position: events.length,
      previous_hash: events[1].hash,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('lets a reader recompute the hash of an event from its fields', async () => {
    const org = await grcOrganization(actors);
    const [event] = (await org.grc.data('audit-events')).events;
    const { resource_kind: kind, ...details } = event.details;
    const orNull = (id: string): string | null => (id === NIL ? null : id);
    const hash = hashOf(
      {
        id: event.id,
        chainId: event.chain_id,
        position: event.position,
        orgId: org.id,
        occurredAt: new Date(event.timestamp),
        actor: { id: orNull(event.actor_id), type: event.actor_type, name: event.actor_name },
        action: event.action,
        resourceType: kind,
        resourceId: orNull(event.resource_id),
        details,
        ipAddress: event.ip_address,
        userAgent: event.user_agent,
      },
      Buffer.from(event.previous_hash, 'hex'),
    );
    expect(event.hash).toBe(hash.toString('hex'));
  });

  it('filters by action, type of actor and type of resource, which must all match', async () => {
    const org = await grcOrganization(actors);
    for (const action of ['mcp.created', 'policy.updated', 'member.removed', 'mcp.deleted'] as const) {
      await record(org.id, action);
    }
    const actions = async (query: string) => (await list(org.grc, query)).map(({ action }) => action);
    expect(await actions('?action=policy.updated')).toEqual(['policy.updated']);
    expect(await actions('?action=policy.%25')).toEqual([]);
    expect(await actions('?resource_type=mcp')).toEqual(['mcp.deleted', 'mcp.created']);
    expect(await actions('?resource_type=member&actor_type=system')).toEqual(['member.removed']);
    expect(await actions('?resource_type=mcp&actor_type=user')).toEqual([]);
    expect(await actions('?resource_type=mcp&action=policy.updated')).toEqual([]);
    expect(await actions('?resource_type=policy&action=policy.updated&actor_type=system')).toEqual([
      'policy.updated',
    ]);
    expect((await actions('?actor_type=user')).at(-1)).toBe('organization.created');
  });

  it('has the types of the specification, with the exact kind among the details, and filters by type', async () => {
    const org = await grcOrganization(actors);
    const types = {
      mcp: [
        'version.ingested',
        'upload.finished',
        'analysis.requested',
        'suppression.created',
        'report.requested',
      ],
      policy: ['area.created', 'webhook.created', 'allow_list.created', 'mcp_launch.changed', 'audit.sealed'],
      member: ['invitation.created', 'area_member.added', 'user.updated', 'session.created'],
      token: ['registry_token.created', 'token.revoked'],
    } as const;
    const all = Object.values(types).flat();
    // Mixed, so that a page of one type is not a page of one kind.
    for (const action of [...all, ...all].sort((a, b) => a.slice(-3).localeCompare(b.slice(-3)))) {
      await record(org.id, action);
    }
    const listed = (await list(org.grc, '?per_page=100')) as Event[];
    expect(new Set(listed.map(({ resource_type: type }) => type))).toEqual(new Set(Object.keys(types)));
    for (const { action, details } of listed) expect(details.resource_kind).toBe(action.split('.')[0]);
    for (const [type, actions] of Object.entries(types)) {
      const expected = listed.filter(({ resource_type: of }) => of === type).map(({ position }) => position);
      const query = `audit-events?resource_type=${type}&per_page=3`;
      const pages: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 3); page += 1) {
        const { total, events } = await org.grc.data(`${query}&page=${page}`);
        expect(total).toBe(expected.length);
        pages.push(...(events as Event[]).map(({ position }) => position));
      }
      expect(pages).toEqual(expected);
      const cursors: number[] = [];
      for (let next: string | null = null, first = true; first || next !== null; first = false) {
        const { events, next_cursor } = await org.grc.data(
          `${query}${next === null ? '' : `&cursor=${next}`}`,
        );
        cursors.push(...(events as Event[]).map(({ position }) => position));
        next = next_cursor as string | null;
      }
      expect(cursors).toEqual(expected);
      const exported = (await org.grc.get(`audit-events?format=ndjson&resource_type=${type}`)).text.trimEnd();
      expect(exported.split('\n').map((line) => (JSON.parse(line) as Event).position)).toEqual(expected);
      for (const action of actions) {
        expect(await list(org.grc, `?resource_type=${type}&action=${action}`)).toHaveLength(2);
      }
    }
  });

  it('from and to are inclusive days in UTC', async () => {
    const org = await grcOrganization(actors);
    // Events of one millisecond each, from the start of 2026-01-01 in UTC.
    const before = (await list(org.grc)).length;
    await lengthenChain(t, org.id, before + 3);
    const count = async (query: string) => (await org.grc.data(`audit-events?${query}`)).total as number;
    expect(await count('from=2026-01-01&to=2026-01-01')).toBe(3);
    expect(await count('to=2025-12-31')).toBe(0);
    expect(await count('from=2026-01-02&to=2026-01-01')).toBe(0);
    expect(await count('from=0001-01-01&to=9999-12-31')).toBe(before + 3);
  });

  it('pages without gaps, and is empty beyond the last page', async () => {
    const org = await grcOrganization(actors);
    for (let n = 0; n < 6; n += 1) await record(org.id, 'mcp.updated');
    const total = (await org.grc.data('audit-events')).total as number;
    const positions: number[] = [];
    for (let page = 1; page <= Math.ceil(total / 2); page += 1) {
      const events = await list(org.grc, `?per_page=2&page=${page}`);
      positions.push(...events.map(({ position }) => position));
    }
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_unused, n) => n + 1));
    const beyond = await org.grc.data('audit-events?page=1000');
    expect(beyond).toMatchObject({ events: [], total, has_more: false });
  });

  it('has every event once by cursor while others are added, with a link to the next page', async () => {
    const org = await grcOrganization(actors);
    for (let n = 0; n < 6; n += 1) await record(org.id, 'mcp.updated');
    const positions: number[] = [];
    let query = 'audit-events?per_page=2';
    for (let number = 1; ; number += 1) {
      const { body, headers } = await org.grc.get(query);
      const { page, events, next_cursor: next } = body.data;
      positions.push(...(events as Listed[]).map(({ position }) => position));
      expect(page).toBe(number);
      if (next === null) break;
      await record(org.id, 'mcp.updated');
      query = `audit-events?per_page=2&cursor=${next}`;
      if (number > 1) expect(headers.get('link')).toContain(`cursor=${next}`);
    }
    expect(positions).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('is empty by cursor for a filter that no event can match', async () => {
    const org = await grcOrganization(actors);
    const cursor = cursorOf('2', '9999-12-31T23:59:59.999Z', '1');
    const data = await org.grc.data(`audit-events?cursor=${cursor}&action=mcp.created&resource_type=policy`);
    expect(data).toEqual({ total: 0, page: 2, per_page: 50, has_more: false, next_cursor: null, events: [] });
  });

  it('has the whole list as NDJSON and CSV', async () => {
    const org = await grcOrganization(actors);
    await lengthenChain(t, org.id, 1100);
    await record(org.id, 'policy.updated');
    const { text, headers } = await org.grc.get('audit-events?format=ndjson');
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Listed);
    expect(events.map(({ position }) => position).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 1101 }, (_unused, n) => n + 1),
    );
    expect(events.slice(0, 100)).toEqual((await org.grc.data('audit-events?per_page=100')).events);
    const table = await org.grc.get('audit-events?format=csv&action=policy.updated');
    const [head, row, ...others] = table.text.trimEnd().split('\r\n');
    expect(head).toMatch(/^id,timestamp,actor_id,/);
    expect([row?.split(',')[5], others]).toEqual(['policy.updated', []]);
    const none = await org.grc.get('audit-events?format=ndjson&resource_type=mcp&action=policy.updated');
    expect([none.status, none.text]).toEqual([200, '']);
  });
});
