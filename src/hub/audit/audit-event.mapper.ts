import type { AuditEventView } from './audit-events.dto.js';
import type { ListedEvent } from './audit-events.read-model.js';

/** An audit event in responses. */
export const auditEventView = (event: ListedEvent): AuditEventView => ({
  id: event.id,
  timestamp: event.occurredAt.toISOString(),
  actor_id: event.actorId,
  actor_type: event.actorType,
  actor_name: event.actorName,
  action: event.action,
  resource_type: event.resourceType,
  resource_id: event.resourceId,
  details: event.details,
  ip_address: event.ipAddress,
  user_agent: event.userAgent,
});
