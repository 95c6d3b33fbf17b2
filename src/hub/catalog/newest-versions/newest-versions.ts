import { Injectable } from '@nestjs/common';
import { currentDate } from '../../../common/values/clock.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { FindingsRepository } from '../findings/findings.repository.js';
import { openedFindingsData } from '../../notifications/outbound-webhooks/event-data.js';
import { OrganizationEvents } from '../../notifications/outbound-webhooks/organization-events.js';
import { NewestVersionsRepository, type UnsettledMcp } from './newest-versions.repository.js';

/** Makes the results of an MCP those of its newest version when that becomes another one without an analysis (ADR 81). */
@Injectable()
export class NewestVersions {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly versions: NewestVersionsRepository,
    private readonly findings: FindingsRepository,
    private readonly events: OrganizationEvents,
  ) {}

  /**
   * In the transaction of a change that may have made another version the newest: findings open and resolve as that
   * version has them, and it is analyzed again, because advisories may have come since. A newest version without results
   * changes nothing until its analysis.
   */
  async follow(mcpId: string): Promise<void> {
    await this.uow.run(async () => {
      const newest = await this.versions.lock(mcpId);
      if (newest === undefined) return;
      const wantsOpened = await this.events.isAskedFor('finding.opened', newest.orgId);
      const opened = await this.findings.follow(
        { ...newest, at: currentDate() },
        newest.complete,
        wantsOpened,
      );
      await this.versions.settle(mcpId, newest.versionId);
      await this.versions.recheck(mcpId);
      if (opened.length > 0) await this.notify(newest, opened);
    });
  }

  private async notify(
    { orgId, mcpId, mcpName, versionId, visibleVersion, semver, snapshotId }: UnsettledMcp,
    opened: Parameters<typeof openedFindingsData>[1],
  ): Promise<void> {
    if (orgId === null) return;
    const version = { id: versionId, visibleVersion, semver };
    const data = openedFindingsData({ mcp: { id: mcpId, name: mcpName }, version, snapshotId }, opened);
    await this.events.add(orgId, 'finding.opened', data);
  }
}
