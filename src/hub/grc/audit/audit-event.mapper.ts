import type { LinkedEvent } from '../../audit/audit-events.read-model.js';
import type { GrcAuditEvent } from './audit-events.dto.js';

// The specification has no null for these ids.
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** An audit event in responses. */
export const grcAuditEvent = (event: LinkedEvent): GrcAuditEvent => ({
  id: event.id,
  timestamp: event.occurredAt.toISOString(),
  actor_id: event.actorId ?? NIL_UUID,
  actor_type: event.actorType,
  actor_name: event.actorName,
  action: event.action,
  resource_type: event.resourceType,
  resource_id: event.resourceId ?? NIL_UUID,
  details: event.details,
  ip_address: event.ipAddress,
  user_agent: event.userAgent,
  chain_id: event.chainId,
  position: Number(event.position),
  previous_hash: event.previousHash.toString('hex'),
  hash: event.hash.toString('hex'),
});
