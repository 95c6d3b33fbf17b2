import { auditEventView } from '../../hub/audit/events/audit-event.mapper.js';
import type { LinkedEvent } from '../../hub/audit/events/audit-events.read-model.js';
import type { GrcAuditEvent } from './grc-audit-events.dto.js';

/** An audit event in responses, with its links in the chain. */
export const grcAuditEvent = (event: LinkedEvent): GrcAuditEvent => ({
  ...auditEventView(event),
  chain_id: event.chainId,
  position: Number(event.position),
  previous_hash: event.previousHash.toString('hex'),
  hash: event.hash.toString('hex'),
});
