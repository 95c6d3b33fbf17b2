import { Module } from '@nestjs/common';
import { OpenApiTag } from '../common/openapi/tags.js';
import { AuditModule } from '../hub/audit/events/audit.module.js';
import { EvidenceExportModule } from '../hub/assurance/evidence-export/evidence-export.module.js';
import { CheckpointsModule } from '../hub/audit/checkpoints/checkpoints.module.js';
import { PostureModule } from '../hub/assurance/posture/posture.module.js';
import { GrcAuditEventsController } from './audit/grc-audit-events.controller.js';
import { GrcAuditEventsService } from './audit/grc-audit-events.service.js';
import { ComplianceController } from './compliance/compliance.controller.js';
import { EvidenceExportController } from './export/evidence-export.controller.js';
import { GrcExports } from './http/grc-exports.js';
import { ControlsSummaryService } from './controls/controls-summary.service.js';
import { ControlsController } from './controls/controls.controller.js';
import { ControlsService } from './controls/controls.service.js';
import { EvidenceController } from './evidence/evidence.controller.js';
import { EvidenceReadModel } from './evidence/evidence.read-model.js';
import { EvidenceService } from './evidence/evidence.service.js';
import { OscalController } from './oscal/oscal.controller.js';
import { OscalReadModel } from './oscal/oscal.read-model.js';
import { OscalService } from './oscal/oscal.service.js';
import { PostureController } from './posture/posture.controller.js';
import { VulnerabilitiesController } from './vulnerabilities/vulnerabilities.controller.js';
import { VulnerabilitiesReadModel } from './vulnerabilities/vulnerabilities.read-model.js';
import { VulnerabilitiesService } from './vulnerabilities/vulnerabilities.service.js';

/** The GRC API: what compliance platforms read of an organization. It has no tables of its own. */
@OpenApiTag('grc', 'Risk, findings, controls and evidence of an organization, for compliance platforms.')
@Module({
  imports: [AuditModule, CheckpointsModule, EvidenceExportModule, PostureModule],
  controllers: [
    ComplianceController,
    ControlsController,
    EvidenceController,
    EvidenceExportController,
    GrcAuditEventsController,
    OscalController,
    PostureController,
    VulnerabilitiesController,
  ],
  providers: [
    ControlsService,
    ControlsSummaryService,
    EvidenceReadModel,
    EvidenceService,
    GrcAuditEventsService,
    GrcExports,
    OscalReadModel,
    OscalService,
    VulnerabilitiesReadModel,
    VulnerabilitiesService,
  ],
})
export class GrcModule {}
