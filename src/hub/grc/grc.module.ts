import { Module } from '@nestjs/common';
import { OpenApiTag } from '../../common/openapi/tags.js';
import { AuditModule } from '../audit/audit.module.js';
import { EvidenceExportModule } from '../evidence-export/evidence-export.module.js';
import { CheckpointsModule } from '../checkpoints/checkpoints.module.js';
import { GrcAuditEventsController } from './audit/audit-events.controller.js';
import { GrcAuditEventsService } from './audit/audit-events.service.js';
import { ComplianceController } from './compliance/compliance.controller.js';
import { ComplianceReadModel } from './compliance/compliance.read-model.js';
import { ComplianceService } from './compliance/compliance.service.js';
import { EvidenceExportController } from './export/export.controller.js';
import { GrcExports } from './http/grc-export.js';
import { PostureController } from './posture/posture.controller.js';
import { PostureReadModel } from './posture/posture.read-model.js';
import { PostureService } from './posture/posture.service.js';
import { VulnerabilitiesController } from './vulnerabilities/vulnerabilities.controller.js';
import { VulnerabilitiesReadModel } from './vulnerabilities/vulnerabilities.read-model.js';
import { VulnerabilitiesService } from './vulnerabilities/vulnerabilities.service.js';

/** The GRC API: what compliance platforms read of an organization. */
@OpenApiTag('grc', 'Risk, findings, controls and evidence of an organization, for compliance platforms.')
@Module({
  imports: [AuditModule, CheckpointsModule, EvidenceExportModule],
  controllers: [
    ComplianceController,
    EvidenceExportController,
    GrcAuditEventsController,
    PostureController,
    VulnerabilitiesController,
  ],
  providers: [
    ComplianceReadModel,
    ComplianceService,
    GrcAuditEventsService,
    GrcExports,
    PostureReadModel,
    PostureService,
    VulnerabilitiesReadModel,
    VulnerabilitiesService,
  ],
})
export class GrcModule {}
