import { expect } from '@jest/globals';
import type { Recording } from '../../src/auth/trail/records.decorator.js';
import { RegistryTrailReader } from '../../src/hub/audit/registry-trail/registry-trail-reader.js';
import type { TestApp } from '../support/test-app.js';

/** A row of the audit trail. */
export interface AuditEvent {
  readonly id: string;
  readonly org_id: string | null;
  readonly actor_id: string | null;
  readonly actor_type: string;
  readonly actor_name: string;
  readonly action: string;
  readonly resource_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The events that `work` adds to any chain, those of the registry included, with what it returns. */
export async function recordedBy<T>(
  t: TestApp,
  work: () => Promise<T>,
): Promise<{ readonly events: readonly AuditEvent[]; readonly result: T }> {
  const reader = t.app.get(RegistryTrailReader);
  await reader.read();
  const before = await t.rows<{ id: string }>('SELECT id FROM audit_event');
  const result = await work();
  await reader.read();
  const events = await t.rows<AuditEvent>(
    'SELECT * FROM audit_event WHERE id <> ALL ($1) ORDER BY occurred_at, position',
    [before.map(({ id }) => id)],
  );
  return { events, result };
}

/** Compares events with a declaration, and returns those that every change records. */
export function declaredAmong(recording: Recording, events: readonly AuditEvent[]): readonly AuditEvent[] {
  const actions = events.map(({ action }) => action);
  if ('none' in recording) {
    expect(actions).toEqual([]);
    return [];
  }
  const { records = [], one_of: oneOf = [], may = [] } = recording;
  for (const action of records) expect(actions).toContain(action);
  if (oneOf.length > 0)
    expect(actions.filter((action) => oneOf.some((one) => one === action))).toHaveLength(1);
  const main = new Set<string>([...records, ...oneOf]);
  // Nothing that is not declared.
  expect(actions.filter((action) => !main.has(action) && !may.some((one) => one === action))).toEqual([]);
  return events.filter(({ action }) => main.has(action));
}
