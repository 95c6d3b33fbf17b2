import type { Ed25519PublicJwk } from '../../src/common/values/ed25519.js';
import { systemActor } from '../../src/hub/audit/events/actor.js';
import { CHAIN_START, hashOf, type AuditEvent } from '../../src/hub/audit/events/audit-event.js';
import { AuditService } from '../../src/hub/audit/events/audit.service.js';
import {
  ExportVerification,
  type ExportReport,
  type KeptCheckpoint,
} from '../../src/hub/assurance/evidence-export/export-verification.js';
import { HubSigner } from '../../src/hub/platform/signing/hub-signer.js';
import type { GrcOrganization } from './grc.js';
import { tamper } from './long-chain.js';
import type { TestApp } from './test-app.js';

/** The keys that verify what the product signs. */
export const keysOf = (t: TestApp): readonly Ed25519PublicJwk[] =>
  t.app.get(HubSigner, { strict: false }).publicKeys;

/** Verifies the text of an export. */
export function verified(
  text: string,
  keys: readonly Ed25519PublicJwk[],
  kept: readonly KeptCheckpoint[] = [],
): ExportReport {
  const verification = new ExportVerification(keys, kept);
  for (const line of text.replace(/\n$/, '').split('\n')) verification.next(Buffer.from(line));
  return verification.finish();
}

/** The export of an organization. @throws when the response is not 200 */
export async function exportOf({ grc }: GrcOrganization): Promise<string> {
  const { status, text } = await grc.get('export');
  if (status !== 200) throw new Error(`the export is ${status}: ${text}`);
  return text;
}

/** Records events of an organization. */
export async function recordEvents(t: TestApp, orgId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await t.app.get(AuditService, { strict: false }).record({
      orgId,
      actor: systemActor('tests'),
      action: 'mcp.updated',
      resourceId: null,
      details: { n },
    });
  }
}

interface EventRow {
  readonly id: string;
  readonly org_id: string;
  readonly occurred_at: Date;
  readonly actor_id: string | null;
  readonly actor_type: 'user' | 'service_token' | 'system';
  readonly actor_name: string;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string | null;
  readonly details: Record<string, unknown>;
  readonly ip_address: string;
  readonly user_agent: string;
}

const eventOf = (row: EventRow, chainId: string, position: number): AuditEvent => ({
  id: row.id,
  chainId,
  position,
  orgId: row.org_id,
  occurredAt: row.occurred_at,
  actor: { id: row.actor_id, type: row.actor_type, name: row.actor_name },
  action: row.action,
  resourceType: row.resource_type,
  resourceId: row.resource_id,
  details: row.details,
  ipAddress: row.ip_address,
  userAgent: row.user_agent,
});

/** Computes all hashes of a chain again, as somebody who owns the database could. */
async function restamp(t: TestApp, chainId: string): Promise<void> {
  const rows = await t.rows<EventRow>('SELECT * FROM audit_event WHERE chain_id = $1 ORDER BY position', [
    chainId,
  ]);
  let previous: Buffer = CHAIN_START;
  for (const [index, row] of rows.entries()) {
    const hash = hashOf(eventOf(row, chainId, index + 1), previous);
    await tamper(t, 'UPDATE audit_event SET position = $2, previous_hash = $3, hash = $4 WHERE id = $1', [
      row.id,
      index + 1,
      previous,
      hash,
    ]);
    previous = hash;
  }
  await t.rows('UPDATE audit_chain SET length = $2, hash = $3 WHERE id = $1', [
    chainId,
    rows.length,
    previous,
  ]);
}

/** What the owner of the database could do to a chain of at least five events, with the triggers disabled. */
export const TAMPERING: Readonly<Record<string, (t: TestApp, chainId: string) => Promise<void>>> = {
  'edits an event': (t, chain) =>
    tamper(t, `UPDATE audit_event SET actor_name = 'nobody' WHERE chain_id = $1 AND position = 3`, [chain]),
  'deletes an event in the middle': (t, chain) =>
    tamper(t, 'DELETE FROM audit_event WHERE chain_id = $1 AND position = 3', [chain]),
  'deletes the last events, and adapts the end of the chain': async (t, chain) => {
    await tamper(t, 'DELETE FROM audit_event WHERE chain_id = $1 AND position > 3', [chain]);
    await t.rows(
      `UPDATE audit_chain SET length = 3, hash = (
         SELECT hash FROM audit_event WHERE chain_id = $1 AND position = 3) WHERE id = $1`,
      [chain],
    );
  },
  'swaps two events': async (t, chain) => {
    const sql = 'UPDATE audit_event SET position = $3 WHERE chain_id = $1 AND position = $2';
    for (const [from, to] of [
      [2, -1],
      [4, 2],
      [-1, 4],
    ]) {
      await tamper(t, sql, [chain, from, to]);
    }
  },
  'edits an event, and computes all hashes again': async (t, chain) => {
    await tamper(t, `UPDATE audit_event SET action = 'mcp.created' WHERE chain_id = $1 AND position = 2`, [
      chain,
    ]);
    await restamp(t, chain);
  },
  'deletes an event, and computes all positions and hashes again': async (t, chain) => {
    await tamper(t, 'DELETE FROM audit_event WHERE chain_id = $1 AND position = 3', [chain]);
    await restamp(t, chain);
  },
};
