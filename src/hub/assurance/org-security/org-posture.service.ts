import { Injectable } from '@nestjs/common';
import { currentDate } from '../../../common/values/clock.js';
import { PostureService } from '../posture/posture.service.js';
import type { OrganizationPosture } from './org-posture.dto.js';
import { OrgPostureReadModel } from './org-posture.read-model.js';
import { daysUntil, postureHistory } from './posture-history.js';

/** The risk of an organization for its members (hub contract 40). */
@Injectable()
export class OrgPostureService {
  constructor(
    private readonly posture: PostureService,
    private readonly changes: OrgPostureReadModel,
  ) {}

  /** @throws 404 if the organization has just been deleted */
  async of(orgId: string, days: number): Promise<OrganizationPosture> {
    const now = currentDate();
    const dates = daysUntil(now, days);
    const [firstDay = ''] = dates;
    const current = await this.posture.of(orgId, now, days);
    const scores = await this.changes.scoreChanges(orgId, firstDay);
    const findings = await this.changes.findingChanges(orgId, firstDay);
    return Object.assign(current, { history: postureHistory(dates, scores, findings) });
  }
}
