import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentDate } from '../../../common/values/clock.js';
import type { CallerOrganization, Confirmed } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { mcpCreated } from '../../catalog/mcps/mcp-created.js';
import { McpsRepository } from '../../catalog/mcps/mcps.repository.js';
import { PushedMcpsRepository } from './pushed-mcps.repository.js';
import { pushConflict } from './push-conflict.js';
import type { UploadRow } from './uploads.repository.js';

/** The MCPs that uploads become versions of, for changes that hold the lock of the organization. */
@Injectable()
export class UploadMcps {
  constructor(
    private readonly pushed: PushedMcpsRepository,
    private readonly mcps: McpsRepository,
    private readonly audit: AuditService,
  ) {}

  /** The MCP of this name, in any spelling, else a new private one. */
  async findOrCreate(
    caller: Confirmed,
    { id: orgId, slug }: CallerOrganization,
    { mcpName }: UploadRow,
  ): Promise<{ readonly id: string; readonly name: string }> {
    const existing = await this.pushed.find(orgId, mcpName);
    if (existing !== undefined) return existing;
    const now = currentDate();
    const name = `${slug}/${mcpName.slice(mcpName.indexOf('/') + 1)}`;
    const mcp = {
      id: randomUUID(),
      orgId,
      name,
      visibility: 'private',
      repoUrl: '',
      origin: 'community',
    } as const;
    await this.mcps.insert({ ...mcp, createdAt: now });
    await this.audit.record(mcpCreated(mcp, actorOf(caller)));
    return mcp;
  }

  /** @throws 409 for a number whose bytes may not be replaced */
  async requirePushable(mcpId: string, semver: string, commitHash: string): Promise<void> {
    const related = await this.pushed.findRelated(mcpId, semver, commitHash);
    const refusal = pushConflict(related, semver);
    if (refusal !== undefined) throw refusal;
  }
}
