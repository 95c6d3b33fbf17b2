import type { INestApplicationContext } from '@nestjs/common';
import { OPERATOR } from '../hub/audit/events/actor.js';
import { AuditService } from '../hub/audit/events/audit.service.js';

/** Work that the operator starts, and that no service records. */
type StartedWork = 'advisory.import_requested' | 'registry_artifact.cleanup_requested';

/**
 * Records that the operator starts work on what belongs to no organization. Call it before the first change, so that there is
 * none without an event.
 */
export const recordStart = (
  services: INestApplicationContext,
  action: StartedWork,
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  services.get(AuditService).record({ orgId: null, actor: OPERATOR, action, resourceId: null, details });
