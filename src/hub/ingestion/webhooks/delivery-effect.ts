import type { NewAuditEvent } from '../../audit/events/audit-event.js';

/**
 * The outcome of a delivery. ACCEPTED: it had an effect. IGNORED: its event has no effect. UNKNOWN: its repository or
 * customer is not in the database. REFUSED: another repository is under the address of one that is. STALE: a newer event
 * was applied before it. REPLAYED: the same body already had its effect under another delivery id.
 */
export type WebhookOutcome = 'ACCEPTED' | 'IGNORED' | 'UNKNOWN' | 'REFUSED' | 'STALE' | 'REPLAYED';

/** The effect of a delivery. */
export interface DeliveryEffect {
  readonly outcome: WebhookOutcome;
  /** Audit event to record as the last step of the transaction. */
  readonly event?: NewAuditEvent;
}
