import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import { userBehind, type Confirmed, type HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { notFound } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { organizationsVisibleTo } from '../mcps/mcp-visibility.js';
import { badgeSvg } from './badge-svg.js';
import type { BadgeAddress } from './badges.dto.js';
import { BadgesRepository } from './badges.repository.js';

/** An MCP of an organization. */
export interface OwnMcp {
  readonly orgId: string;
  readonly mcpId: string;
}

// Keys are random, so a fast hash is enough.
const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Badges with the level and the score of MCPs (hub contract 38). */
@Injectable()
export class BadgesService {
  constructor(
    private readonly changes: HubChanges,
    private readonly badges: BadgesRepository,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'http'>,
  ) {}

  /** The badge as SVG. @throws 404, also for a wrong key */
  async svg(principal: HubPrincipal, mcpId: string, key: string | undefined): Promise<string> {
    const keyHash = key === undefined ? null : hashOf(key);
    const result = await this.badges.result(organizationsVisibleTo(principal), mcpId, keyHash);
    if (result === undefined) throw notFound('MCP');
    return badgeSvg(result);
  }

  /** Makes an address for the badge; an earlier one no longer works. @throws 404 */
  address(principal: HubPrincipal, mcp: OwnMcp): Promise<BadgeAddress> {
    return this.changes.run(principal, { organizations: [mcp.orgId] }, (caller) =>
      this.addressLocked(caller, mcp),
    );
  }

  /** The same in a transaction that has locked the organization. @throws 404 */
  async addressLocked(caller: Confirmed, { orgId, mcpId }: OwnMcp): Promise<BadgeAddress> {
    const createdAt = currentDate();
    const key = randomBytes(32).toString('base64url');
    const badge = { mcpId, keyHash: hashOf(key), createdAt, madeBy: userBehind(caller) };
    if (!(await this.badges.replace(orgId, badge))) throw notFound('MCP');
    await this.audit.record({
      orgId,
      actor: actorOf(caller),
      action: 'mcp.badge_created',
      resourceId: mcpId,
      details: {},
    });
    const url = `${this.config.http.publicUrl}/api/v1/mcps/${mcpId}/badge.svg?key=${key}`;
    return { url, created_at: createdAt.toISOString() };
  }

  /** @throws 404, also without an address */
  async remove(principal: HubPrincipal, { orgId, mcpId }: OwnMcp): Promise<void> {
    await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      if (!(await this.badges.delete(orgId, mcpId))) throw notFound('badge');
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'mcp.badge_deleted',
        resourceId: mcpId,
        details: {},
      });
    });
  }
}
