import { Module } from '@nestjs/common';
import { AssessedMcpsList } from './assessed-mcps-list.js';
import { AssessedMcpsReadModel } from './assessed-mcps.read-model.js';
import { ComplianceReadModel } from './compliance.read-model.js';
import { ComplianceService } from './compliance.service.js';
import { ControlsReadModel } from './controls.read-model.js';
import { PostureReadModel } from './posture.read-model.js';
import { PostureService } from './posture.service.js';

/** The posture of an organization: risk, compliance and controls. The GRC API, members' pages and reports present it. */
@Module({
  providers: [
    AssessedMcpsList,
    AssessedMcpsReadModel,
    ComplianceReadModel,
    ComplianceService,
    ControlsReadModel,
    PostureReadModel,
    PostureService,
  ],
  exports: [AssessedMcpsList, AssessedMcpsReadModel, ComplianceService, ControlsReadModel, PostureService],
})
export class PostureModule {}
