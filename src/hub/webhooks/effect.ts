import type { NewAuditEvent } from '../audit/audit-event.js';
import type { WebhookOutcome } from './webhook-values.js';

/** What a delivery has done. */
export interface Effect {
  readonly outcome: WebhookOutcome;
  /** To be recorded, last in the transaction. */
  readonly event?: NewAuditEvent;
}
