import { Injectable } from '@nestjs/common';
import { ComplianceService } from '../../grc/compliance/compliance.service.js';
import { ControlsReadModel } from '../../grc/controls/controls.read-model.js';
import { PostureService } from '../../grc/posture/posture.service.js';

/** What the GRC API says of an organization. */
@Injectable()
export class OrganizationResults {
  constructor(
    readonly posture: PostureService,
    readonly compliance: ComplianceService,
    readonly controls: ControlsReadModel,
  ) {}
}
