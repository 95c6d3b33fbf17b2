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
import { AssessedMcpsList } from './assessed-mcps.js';
import { AssessedMcpsReadModel } from './assessed-mcps.read-model.js';
import { ControlsSummaryService } from './controls/controls-summary.service.js';
import { ControlsController } from './controls/controls.controller.js';
import { ControlsReadModel } from './controls/controls.read-model.js';
import { ControlsService } from './controls/controls.service.js';
import { EvidenceController } from './evidence/evidence.controller.js';
import { EvidenceReadModel } from './evidence/evidence.read-model.js';
import { EvidenceService } from './evidence/evidence.service.js';
import { OscalController } from './oscal/oscal.controller.js';
import { OscalReadModel } from './oscal/oscal.read-model.js';
import { OscalService } from './oscal/oscal.service.js';
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
    ControlsController,
    EvidenceController,
    EvidenceExportController,
    GrcAuditEventsController,
    OscalController,
    PostureController,
    VulnerabilitiesController,
  ],
  providers: [
    AssessedMcpsList,
    AssessedMcpsReadModel,
    ComplianceReadModel,
    ComplianceService,
    ControlsReadModel,
    ControlsService,
    ControlsSummaryService,
    EvidenceReadModel,
    EvidenceService,
    GrcAuditEventsService,
    GrcExports,
    OscalReadModel,
    OscalService,
    PostureReadModel,
    PostureService,
    VulnerabilitiesReadModel,
    VulnerabilitiesService,
  ],
  exports: [AssessedMcpsReadModel, ComplianceService, ControlsReadModel, PostureService],
})
export class GrcModule {}
