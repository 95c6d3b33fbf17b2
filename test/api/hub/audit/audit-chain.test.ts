import { describe, expect, it } from '@jest/globals';
import { hashOf, CHAIN_START, type AuditEvent } from '../../../../src/hub/audit/events/audit-event.js';
import { PLATFORM_CHAIN } from '../../../../src/hub/audit/events/audit.service.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

type Row = Record<string, unknown> & {
  previous_hash: Buffer;
  hash: Buffer;
  occurred_at: Date;
  position: string;
};

const eventsOf = (chainId: string): Promise<Row[]> =>
  t.rows<Row>('SELECT * FROM audit_event WHERE chain_id = $1 ORDER BY position', [chainId]);

const asEvent = (row: Row): AuditEvent =>
  ({
    id: row['id'],
    chainId: row['chain_id'],
    position: Number(row.position),
    orgId: row['org_id'],
    occurredAt: row.occurred_at,
    actor: { id: row['actor_id'], type: row['actor_type'], name: row['actor_name'] },
    action: row['action'],
    resourceType: row['resource_type'],
    resourceId: row['resource_id'],
    details: row['details'],
    ipAddress: row['ip_address'],
    userAgent: row['user_agent'],
  }) as AuditEvent;

describe('each change in an organization', () => {
  it('is an event with actor, action, origin and target', async () => {
    const { id, slug, owner } = await actors.organization();
    const path = `/api/v1/orgs/${id}`;
    const { body: before } = await owner.get(path);
    await owner.send('PUT', path, { json: { name: 'New' }, headers: { 'user-agent': 'the tests' } });
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    await token.send('PUT', path, { json: { display_name: 'Newer' } });
    const events = await eventsOf(id);
    const shown = events.map((row) => ({
      ...asEvent(row),
      id: '',
      occurredAt: null,
      userAgent: row['user_agent'],
    }));
    const common = {
      chainId: id,
      orgId: id,
      id: '',
      occurredAt: null,
      ipAddress: '127.0.0.1',
      resourceType: 'organization',
      resourceId: id,
    };
    const user = { id: owner.id, type: 'user', name: owner.email };
    expect(shown).toEqual([
      {
        ...common,
        position: 1,
        actor: user,
        action: 'organization.created',
        details: { slug },
        userAgent: expect.any(String),
      },
      {
        ...common,
        position: 2,
        actor: user,
        action: 'organization.updated',
        details: { changes: { name: { from: before.name, to: 'New' } } },
        userAgent: 'the tests',
      },
      {
        ...common,
        position: 3,
        actor: { id: token.id, type: 'service_token', name: 'ci' },
        action: 'organization.updated',
        details: { changes: { display_name: { from: before.display_name, to: 'Newer' } } },
        userAgent: expect.any(String),
      },
    ]);
  });

  it('forms a hash chain, also with concurrent changes', async () => {
    const { id, owner } = await actors.organization();
    await Promise.all(
      Array.from({ length: 10 }, (_unused, index) =>
        owner.send('PUT', `/api/v1/orgs/${id}`, { json: { name: `name ${index}` } }),
      ),
    );
    const events = await eventsOf(id);
    expect(events.map(({ position }) => Number(position))).toEqual(
      Array.from({ length: 11 }, (_unused, n) => n + 1),
    );
    let previous: Buffer = CHAIN_START;
    for (const row of events) {
      expect(row.previous_hash).toEqual(previous);
      expect(row.hash).toEqual(hashOf(asEvent(row), previous));
      previous = row.hash;
    }
    const [end] = await t.rows('SELECT length, hash FROM audit_chain WHERE id = $1', [id]);
    expect(end).toEqual({ length: '11', hash: previous });
  });

  it('of the platform forms one chain, also with unrelated changes by ten administrators', async () => {
    const admins = [];
    for (let n = 0; n < 10; n += 1) admins.push(await platformAdmin(t, actors));
    const events = (await eventsOf(PLATFORM_CHAIN)).length;
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        admins.map((admin, n) => {
          const slug = `tag-${round}-${n}`;
          return admin.post('/api/v1/admin/tags', { name: slug, slug });
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(201));
    }
    const chain = await eventsOf(PLATFORM_CHAIN);
    expect(chain.map(({ position }) => Number(position))).toEqual(
      Array.from({ length: events + 50 }, (_unused, n) => n + 1),
    );
    const links = chain.map(({ previous_hash: previous }) => previous);
    expect(links.slice(1)).toEqual(chain.slice(0, -1).map(({ hash }) => hash));
  });

  it('has no event when it is refused', async () => {
    const { id, owner } = await actors.organization();
    expect((await owner.send('PUT', `/api/v1/orgs/${id}`, { json: { name: '' } })).status).toBe(400);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('a recorded event', () => {
  it.each([
    ['changed', `UPDATE audit_event SET action = 'nothing' WHERE chain_id = $1`],
    ['removed', 'DELETE FROM audit_event WHERE chain_id = $1'],
  ])('cannot be %s, whatever the database role', async (_what, sql) => {
    const { id } = await actors.organization();
    await expect(t.rows(sql, [id])).rejects.toThrow('audit events are never changed or removed');
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('cannot be removed by truncating the table', async () => {
    await expect(t.rows('TRUNCATE audit_event CASCADE')).rejects.toThrow('never changed or removed');
  });
});
