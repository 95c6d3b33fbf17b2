import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AuditService } from '../../../../src/hub/audit/events/audit.service.js';
import { AuditVerificationService } from '../../../../src/hub/audit/events/audit-verification.service.js';
import { UnitOfWork } from '../../../../src/storage/database/unit-of-work.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const eventsPath = (orgId: string, query = ''): string => `/api/v1/orgs/${orgId}/audit-events${query}`;

/** Creates an organization whose owner has changed its name `changes` times. */
async function changed(changes: number): Promise<{ id: string; slug: string; owner: HubUserActor }> {
  const organization = await actors.organization();
  for (let n = 1; n <= changes; n += 1) {
    await organization.owner.send('PUT', `/api/v1/orgs/${organization.id}`, { json: { name: `name ${n}` } });
  }
  return organization;
}

interface Verification {
  readonly valid: boolean;
  readonly complete_since: string;
}

describe('GET /api/v1/orgs/{orgId}/audit-events/verify', () => {
  const verify = async (caller: HubUserActor, orgId: string): Promise<Verification> => {
    const { status, body } = await caller.get(eventsPath(orgId, '/verify'));
    expect(status).toBe(200);
    return body as Verification;
  };

  /** Changes rows as an owner of the tables could. */
  async function tamper(sql: string, parameters: readonly unknown[]): Promise<void> {
    await t.rows('ALTER TABLE audit_event DISABLE TRIGGER USER');
    try {
      await t.rows(sql, parameters);
    } finally {
      await t.rows('ALTER TABLE audit_event ENABLE TRIGGER USER');
    }
  }

  const idAt = async (orgId: string, position: number): Promise<string | undefined> =>
    (
      await t.rows<{ id: string }>('SELECT id FROM audit_event WHERE chain_id = $1 AND position = $2', [
        orgId,
        position,
      ])
    )[0]?.id;

  /** Adds events, in one transaction. */
  const addTo = (orgId: string, count: number): Promise<void> =>
    t.app.get(UnitOfWork).run(async () => {
      for (let n = 0; n < count; n += 1) {
        await t.app.get(AuditService).record({
          orgId,
          actor: { id: null, type: 'system', name: 'tests' },
          action: 'policy.done',
          resourceId: null,
          details: { n },
        });
      }
    });

  it('reports an intact chain with its last hash', async () => {
    const { id, owner } = await changed(4);
    const [end] = await t.rows<{ hash: Buffer }>('SELECT hash FROM audit_chain WHERE id = $1', [id]);
    const before = new Date().toISOString();
    const answer = await verify(owner, id);
    expect(answer).toEqual({
      valid: true,
      events: 5,
      verified_from: 1,
      complete_since: expect.any(String),
      last_hash: end?.hash.toString('hex'),
    });
    expect(answer.complete_since >= before).toBe(true);
  });

  it.each<[string, string]>([
    ['who', `actor_name = 'somebody.else@example.com'`],
    ['who by id', 'actor_id = gen_random_uuid()'],
    ['what', `action = 'organization.read'`],
    ['to what', 'resource_id = NULL'],
    ['the details', `details = '{"name":"other"}'`],
    ['when', `occurred_at = occurred_at - interval '1 day'`],
    ['the time, by less than a millisecond', `occurred_at = occurred_at + interval '1 microsecond'`],
    ['the time, to an invalid value', `occurred_at = 'infinity'`],
    ['the details, to NaN', `details = '{"n":1e999}'`],
    ['from where', `ip_address = '192.0.2.1'`],
    ['whose', 'org_id = NULL'],
    ['the hash', `hash = '\\x00'`],
    ['the hash before', `previous_hash = '\\x00'`],
  ])('reports the event with edited %s', async (_what, change) => {
    const { id, owner } = await changed(3);
    await tamper(`UPDATE audit_event SET ${change} WHERE chain_id = $1 AND position = 3`, [id]);
    expect(await verify(owner, id)).toEqual({
      valid: false,
      verified_from: 1,
      events: 2,
      broken_at: { position: 3, id: await idAt(id, 3), reason: 'changed' },
    });
  });

  it.each([
    ['in the middle', 2],
    ['at the beginning', 1],
    ['at the end', 4],
  ])('reports the position of an event that was removed %s', async (_where, position) => {
    const { id, owner } = await changed(3);
    await tamper('DELETE FROM audit_event WHERE chain_id = $1 AND position = $2', [id, position]);
    expect(await verify(owner, id)).toEqual({
      valid: false,
      verified_from: 1,
      events: position - 1,
      broken_at: { position, reason: 'missing' },
    });
  });

  it('reports the position after which all events were removed', async () => {
    const { id, owner } = await changed(3);
    await tamper('DELETE FROM audit_event WHERE chain_id = $1', [id]);
    expect(await verify(owner, id)).toMatchObject({
      valid: false,
      broken_at: { position: 1, reason: 'missing' },
    });
  });

  it('detects a moved head that hides the removal of the last event', async () => {
    const { id, owner } = await changed(3);
    await tamper('DELETE FROM audit_event WHERE chain_id = $1 AND position = 4', [id]);
    await t.rows('UPDATE audit_chain SET length = 3 WHERE id = $1', [id]);
    expect(await verify(owner, id)).toEqual({
      valid: false,
      verified_from: 1,
      events: 3,
      broken_at: { position: 3, id: await idAt(id, 3), reason: 'not_the_end' },
    });
  });

  it('reports the first of two swapped events', async () => {
    const { id, owner } = await changed(4);
    await tamper(
      'UPDATE audit_event SET position = position + 1000 WHERE chain_id = $1 AND position IN (2, 4)',
      [id],
    );
    await tamper(
      'UPDATE audit_event SET position = 1006 - position WHERE chain_id = $1 AND position > 1000',
      [id],
    );
    expect(await verify(owner, id)).toEqual({
      valid: false,
      verified_from: 1,
      events: 1,
      broken_at: { position: 2, id: await idAt(id, 2), reason: 'changed' },
    });
  });

  it.each([
    ['after the end', 6],
    ['before the beginning', 0],
  ])('reports an event that was inserted %s', async (_where, position) => {
    const { id, owner } = await changed(3);
    const forged = randomUUID();
    await t.rows(
      `INSERT INTO audit_event
         SELECT $2, chain_id, $3, org_id, occurred_at, actor_id, actor_type, actor_name, action, resource_type,
                resource_id, details, ip_address, user_agent, previous_hash, hash
           FROM audit_event WHERE chain_id = $1 AND position = 4`,
      [id, forged, position],
    );
    expect(await verify(owner, id)).toEqual({
      valid: false,
      verified_from: 1,
      events: 4,
      broken_at: { position, id: forged, reason: 'outside' },
    });
  });

  it('succeeds while events are added, and for a chain longer than a batch', async () => {
    const { id, owner } = await changed(0);
    for (let round = 1; round <= 6; round += 1) {
      const [, during] = await Promise.all([addTo(id, 100), verify(owner, id)]);
      expect(during).toMatchObject({ valid: true });
    }
    expect(await verify(owner, id)).toMatchObject({ valid: true, events: 601 });
    await tamper(`UPDATE audit_event SET user_agent = 'x' WHERE chain_id = $1 AND position = 555`, [id]);
    expect(await verify(owner, id)).toMatchObject({
      valid: false,
      events: 554,
      broken_at: { position: 555 },
    });
  });

  it('stops when the client disconnects', async () => {
    const { id } = await changed(0);
    const reason = new Error('the client has gone');
    await expect(
      t.app.get(AuditVerificationService).verify(id, false, AbortSignal.abort(reason)),
    ).rejects.toBe(reason);
  });

  it('is 404 for another organization', async () => {
    const { id } = await changed(0);
    const { owner } = await changed(0);
    expect((await owner.get(eventsPath(id, '/verify'))).status).toBe(404);
  });
});
