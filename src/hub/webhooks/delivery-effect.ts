import type { NewAuditEvent } from '../audit/audit-event.js';

/**
 * What a delivery has done. ACCEPTED: it had an effect. IGNORED: it is about nothing that has one. UNKNOWN: nobody here
 * has its repository or customer. STALE: something newer was there before. REPLAYED: the same body has had its effect
 * under another delivery id.
 */
export type WebhookOutcome = 'ACCEPTED' | 'IGNORED' | 'UNKNOWN' | 'STALE' | 'REPLAYED';

/** The effect of a delivery. */
export interface DeliveryEffect {
  readonly outcome: WebhookOutcome;
  /** To be recorded, last in the transaction. */
  readonly event?: NewAuditEvent;
}
