import { Module } from '@nestjs/common';
import { OpenApiTag } from '../../../common/openapi/tags.js';
import { PostureModule } from '../posture/posture.module.js';
import { McpsModule } from '../../catalog/mcps/mcps.module.js';
import { OrgControlsReadModel } from './org-controls.read-model.js';
import { OrgControlsService } from './org-controls.service.js';
import { OrgFindingsReadModel } from './org-findings.read-model.js';
import { OrgFindingsService } from './org-findings.service.js';
import { OrgMcpsReadModel } from './org-mcps.read-model.js';
import { OrgMcpsService } from './org-mcps.service.js';
import { OrgPostureReadModel } from './org-posture.read-model.js';
import { OrgPostureService } from './org-posture.service.js';
import { OrgSecurityController } from './org-security.controller.js';

/** The security of an organization's MCPs, for its members. */
@OpenApiTag('security', 'Risk, findings, controls and MCPs of an organization, for its members.')
@Module({
  imports: [PostureModule, McpsModule],
  controllers: [OrgSecurityController],
  providers: [
    OrgControlsReadModel,
    OrgControlsService,
    OrgFindingsReadModel,
    OrgFindingsService,
    OrgMcpsReadModel,
    OrgMcpsService,
    OrgPostureReadModel,
    OrgPostureService,
  ],
})
export class OrgSecurityModule {}
