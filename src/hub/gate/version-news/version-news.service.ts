import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../common/values/json.js';
import { isUuid } from '../../../common/values/uuid.js';
import { currentDate } from '../../../common/values/clock.js';
import { ANALYZED_VERSIONS } from '../../../storage/outbox/analyzed-versions.js';
import { Outbox } from '../../../storage/outbox/outbox.js';
import { OrganizationEvents } from '../../notifications/outbound-webhooks/organization-events.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { AnalyzedVersionsReadModel, type NewsVersion } from './analyzed-versions.read-model.js';
import { policyDecisions } from './policy-decisions.js';
import { ServerUsers } from './server-users.js';
import { versionNewsData } from './version-news.js';

/** Organizations that one transaction notifies. */
const BATCH = 100;

/** A version and the one before it. */
interface Compared {
  readonly before: NewsVersion | undefined;
  readonly after: NewsVersion;
}

/** Notifies organizations of new versions of the MCP servers that they use (hub contract 32). */
@Injectable()
export class VersionNews {
  constructor(
    private readonly outbox: Outbox,
    private readonly versions: AnalyzedVersionsReadModel,
    private readonly users: ServerUsers,
    private readonly policies: PoliciesRepository,
    private readonly events: OrganizationEvents,
  ) {}

  /** Handles a message of `ANALYZED_VERSIONS` in the running transaction. */
  async apply({ snapshot_id: snapshotId, after: last = null }: JsonObject): Promise<void> {
    if (!isUuid(snapshotId) || !(last === null || isUuid(last))) throw new Error('malformed message');
    const after = await this.versions.find(snapshotId);
    if (after === undefined || after.withdrawn) return;
    const earlier = after.difference?.snapshot_id;
    const before = earlier === undefined ? undefined : await this.versions.find(earlier);
    const found = await this.users.find(after.mcpId, last, BATCH);
    const allowed = found.filter((orgId) => after.isPublic || orgId === after.orgId);
    for (const orgId of await this.events.askingFor('version.new', allowed)) {
      await this.notify(orgId, { before, after });
    }
    if (found.length < BATCH) return;
    await this.outbox.add(ANALYZED_VERSIONS, after.mcpId, {
      snapshot_id: snapshotId,
      after: found.at(-1) ?? null,
    });
  }

  /** The owner hears of every version, others of those that follow one which their policies allow. */
  private async notify(orgId: string, { before, after }: Compared): Promise<void> {
    const enabled = await this.policies.listEnabled(orgId);
    const decisions = policyDecisions(enabled, before, after, currentDate());
    const isAllowed = decisions.some((decision) => decision.before?.result === 'ALLOWED');
    if (orgId !== after.orgId && !isAllowed) return;
    await this.events.add(orgId, 'version.new', versionNewsData(before, after, decisions));
  }
}
