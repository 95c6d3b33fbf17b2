import { Injectable } from '@nestjs/common';
import { ComplianceService } from '../../hub/assurance/posture/compliance.service.js';
import { ControlsReadModel } from '../../hub/assurance/posture/controls.read-model.js';
import { PostureService } from '../../hub/assurance/posture/posture.service.js';

/** What the GRC API says of an organization. */
@Injectable()
export class OrganizationResults {
  constructor(
    readonly posture: PostureService,
    readonly compliance: ComplianceService,
    readonly controls: ControlsReadModel,
  ) {}
}
