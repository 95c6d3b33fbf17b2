import { NIL_UUID } from '../../../common/values/uuid.js';
import type { AuditEventView } from './audit-events.dto.js';
import type { ListedEvent } from './audit-events.read-model.js';
import { typeOfKind } from '../../../auth/trail/resource-types.js';

/**
 * An audit event in responses. It is stored with the kind of its resource, which its hash covers; responses have the type of
 * that kind, and the kind among the details (ADR 90).
 */
export const auditEventView = (event: ListedEvent) =>
  ({
    id: event.id,
    timestamp: event.occurredAt.toISOString(),
    actor_id: event.actorId ?? NIL_UUID,
    actor_type: event.actorType,
    actor_name: event.actorName,
    action: event.action,
    resource_type: typeOfKind(event.resourceType),
    resource_id: event.resourceId ?? NIL_UUID,
    details: { ...event.details, resource_kind: event.resourceType },
    ip_address: event.ipAddress,
    user_agent: event.userAgent,
  }) satisfies AuditEventView;
