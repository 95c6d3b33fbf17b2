import { Injectable } from '@nestjs/common';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { notFound } from '../../../common/errors/api-error.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { AreaMcpsRepository } from './area-mcps.repository.js';
import { AreasRepository } from './areas.repository.js';

/** An MCP in an area of an organization. */
interface AreaMcpPath {
  readonly orgId: string;
  readonly areaId: string;
  readonly mcpId: string;
}

/** The MCPs of areas (hub contract 7). An MCP is in one area at most. */
@Injectable()
export class AreaMcpsService {
  constructor(
    private readonly changes: HubChanges,
    private readonly areas: AreasRepository,
    private readonly mcps: AreaMcpsRepository,
    private readonly audit: AuditService,
  ) {}

  /** Puts an MCP into an area, out of the one that it was in. @throws 404 for areas and MCPs of others */
  add(principal: HubPrincipal, path: AreaMcpPath): Promise<void> {
    return this.move(principal, path, path.areaId);
  }

  /** Takes an MCP out of an area; it stays in the organization. @throws 404 if it is not in the area */
  remove(principal: HubPrincipal, path: AreaMcpPath): Promise<void> {
    return this.move(principal, path, null);
  }

  private move(
    principal: HubPrincipal,
    { orgId, areaId, mcpId }: AreaMcpPath,
    target: string | null,
  ): Promise<void> {
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      if ((await this.areas.find(orgId, areaId)) === undefined) throw notFound('area');
      const mcp = await this.mcps.lock(orgId, mcpId);
      if (mcp === undefined || (target === null && mcp.areaId !== areaId)) throw notFound('MCP');
      if (mcp.areaId === target) return;
      await this.mcps.move(orgId, mcpId, target);
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'mcp.moved',
        resourceId: mcpId,
        details: { name: mcp.name, changes: { area_id: { from: mcp.areaId, to: target } } },
      });
    });
  }
}
