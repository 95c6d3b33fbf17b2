import { randomUUID } from 'node:crypto';
import { CHAIN_START, hashOf, type AuditEvent } from '../../src/hub/audit/events/audit-event.js';
import type { TestApp } from './test-app.js';

const BATCH = 2000;

/**
 * Extends a chain to `length` events, faster than through the API.
 * @param timeOf of the event at a position
 */
export async function lengthenChain(
  t: TestApp,
  chainId: string,
  length: number,
  timeOf = (position: number): Date => new Date(1_767_225_600_000 + position),
): Promise<void> {
  const [end] = await t.rows<{ length: string; hash: Buffer }>(
    'SELECT length, hash FROM audit_chain WHERE id = $1',
    [chainId],
  );
  let hash = end?.hash ?? CHAIN_START;
  let position = Number(end?.length ?? 0);
  while (position < length) {
    const rows: object[] = [];
    while (position < length && rows.length < BATCH) {
      position += 1;
      const event: AuditEvent = {
        id: randomUUID(),
        chainId,
        position,
        orgId: chainId,
        occurredAt: timeOf(position),
        actor: { id: null, type: 'system', name: 'tests' },
        action: 'thing.done',
        resourceType: 'thing',
        resourceId: null,
        details: { n: position },
        ipAddress: '192.0.2.7',
        userAgent: 'tests',
      };
      const previous = hash;
      hash = hashOf(event, previous);
      rows.push({
        id: event.id,
        chain_id: chainId,
        position,
        org_id: chainId,
        occurred_at: event.occurredAt.toISOString(),
        actor_type: 'system',
        actor_name: 'tests',
        action: event.action,
        resource_type: event.resourceType,
        details: event.details,
        ip_address: event.ipAddress,
        user_agent: event.userAgent,
        previous_hash: `\\x${previous.toString('hex')}`,
        hash: `\\x${hash.toString('hex')}`,
      });
    }
    await t.rows(
      'INSERT INTO audit_event SELECT * FROM jsonb_populate_recordset(NULL::audit_event, $1::jsonb)',
      [JSON.stringify(rows)],
    );
  }
  await t.rows('UPDATE audit_chain SET length = $2, hash = $3 WHERE id = $1', [chainId, position, hash]);
}

/** Changes rows as an owner of the tables could. */
export async function tamper(t: TestApp, sql: string, parameters: readonly unknown[]): Promise<void> {
  await t.rows('ALTER TABLE audit_event DISABLE TRIGGER USER');
  try {
    await t.rows(sql, parameters);
  } finally {
    await t.rows('ALTER TABLE audit_event ENABLE TRIGGER USER');
  }
}
