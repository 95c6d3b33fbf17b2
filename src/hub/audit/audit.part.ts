import type { HubPart } from '../hub-part.js';
import { AdminAuditController } from './admin-audit.controller.js';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEventsReadModel } from './audit-events.read-model.js';
import { AuditTrailService } from './audit-trail.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

/** The audit trail. */
export const auditPart: HubPart = {
  controllers: [AdminAuditController, AuditEventsController],
  providers: [AuditEventsReadModel, AuditRepository, AuditService, AuditTrailService],
};
