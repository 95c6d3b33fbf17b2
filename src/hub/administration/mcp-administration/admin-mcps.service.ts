import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest, conflict } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../../storage/database/database-errors.js';
import type { Confirmed, HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween, type Changes } from '../../audit/events/changes.js';
import { HubOrganizationsRepository } from '../../accounts/organizations/hub-organizations.repository.js';
import type {
  AdminMcp,
  AdminMcpList,
  AdminMcpQuery,
  ChangeMcpRequest,
  CreateMcpRequest,
} from './admin-mcps.dto.js';
import { AdminMcpViews } from './admin-mcp-views.js';
import { recordedMcp } from './admin-mcp.mapper.js';
import { CatalogSources } from './catalog-sources.js';
import { changeOf, newMcp } from './mcp-request.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';
import { McpChanges } from '../../catalog/mcps/mcp-changes.js';
import { mcpCreated } from '../../catalog/mcps/mcp-created.js';
import { McpsRepository, type LockedMcp } from '../../catalog/mcps/mcps.repository.js';

/** Administration of the catalog (hub contract 18). */
@Injectable()
export class AdminMcpsService {
  constructor(
    private readonly changes: McpChanges,
    private readonly mcps: McpsRepository,
    private readonly views: AdminMcpViews,
    private readonly organizations: HubOrganizationsRepository,
    private readonly sources: CatalogSources,
    private readonly audit: AuditService,
  ) {}

  /** Lists all MCPs, including private ones. @throws 400 when `q` and `query` differ */
  list(query: AdminMcpQuery): Promise<AdminMcpList> {
    return this.views.list(query);
  }

  /** @throws 404 */
  get(principal: HubPrincipal, id: string): Promise<AdminMcp> {
    return this.views.read(principal, id);
  }

  /**
   * Adds an MCP and queues the analysis of its source.
   * @throws 400 for an unknown organization, 409 for a name that is taken in it
   */
  async create(principal: HubPrincipal, request: CreateMcpRequest): Promise<AdminMcp> {
    const mcp = newMcp(randomUUID(), request, currentDate());
    const { id, orgId } = mcp;
    const creation = this.changes.create(principal, orgId, async (caller) => {
      await this.requireOrganization(orgId);
      await this.mcps.insert(mcp);
      await this.sources.request({ source: null, ...mcp });
      await this.audit.record(mcpCreated(mcp, actorOf(caller)));
    });
    await refusals(creation);
    return this.views.get(id);
  }

  /** Changes the given fields. @throws 400 and 409 as for a new one, 404 */
  change(principal: HubPrincipal, id: string, request: ChangeMcpRequest): Promise<AdminMcp> {
    return this.alter(principal, id, changeOf(request));
  }

  /** @throws 400 for an unknown category, 404 */
  setCategory(principal: HubPrincipal, id: string, categoryId: string | null): Promise<AdminMcp> {
    return this.alter(principal, id, { categoryId });
  }

  /** @throws 404 */
  setFeatured(principal: HubPrincipal, id: string, featured: boolean): Promise<AdminMcp> {
    return this.alter(principal, id, { featured });
  }

  /** Replaces the tags. @throws 400 for an unknown tag, 404 */
  setTags(principal: HubPrincipal, id: string, tagIds: readonly string[]): Promise<AdminMcp> {
    return this.alter(principal, id, { tagIds: [...new Set(tagIds)].sort() });
  }

  /** Deletes an MCP and its versions; snapshots stay. @throws 404 */
  async remove(principal: HubPrincipal, id: string): Promise<void> {
    await this.changes.run(principal, id, async (caller, { orgId, name }) => {
      await this.mcps.delete(id);
      const actor = actorOf(caller);
      await this.audit.record({ orgId, actor, action: 'mcp.deleted', resourceId: id, details: { name } });
    });
  }

  /** Applies a change; does nothing if the values are current. */
  private async alter(principal: HubPrincipal, id: string, requested: Partial<LockedMcp>): Promise<AdminMcp> {
    const work = async (caller: Confirmed, before: LockedMcp): Promise<void> => {
      const { orgId = before.orgId } = requested;
      const moved = orgId !== before.orgId;
      // Areas belong to an organization.
      const { repoUrl, ...others } = requested;
      if (repoUrl === before.repoUrl) await this.accept(id, before, caller);
      const wanted = repoUrl === before.repoUrl ? others : requested;
      const change = moved ? { ...wanted, areaId: null } : wanted;
      const changes = changesBetween(recordedMcp(before), recordedMcp(change));
      if (changes === undefined) return;
      if (moved) await this.requireOrganization(orgId);
      const { tagIds, ...columns } = change;
      if (tagIds === undefined) await this.mcps.change(id, columns);
      else await this.mcps.setTags(id, tagIds);
      if (changesSource(before, columns)) await this.sources.request({ id, ...before, ...columns });
      const event = { actor: actorOf(caller), action: 'mcp.updated', resourceId: id } as const;
      for (const chain of new Set([before.orgId, orgId])) {
        const recorded = moved ? changesOfMove(changes, chain, before.orgId) : changes;
        await this.audit.record({ ...event, orgId: chain, details: { changes: recorded } });
      }
    };
    const organizations = [requested.orgId ?? null];
    // In the lock order of removing a category or tag: terms before MCPs.
    const first = () => this.mcps.lockTerms(requested.categoryId ?? null, requested.tagIds ?? []);
    await refusals(this.changes.run(principal, id, work, { organizations, first }));
    return this.views.get(id);
  }

  /** The address that an MCP has is given to it again: it stands for the repository that is there now (ADR 84). */
  private async accept(id: string, { orgId, repoUrl, source }: LockedMcp, caller: Confirmed): Promise<void> {
    if (!(await this.mcps.forgetRepository(id, repositoryKey(repoUrl)))) return;
    await this.sources.request({ id, repoUrl, source });
    const details = { repo_url: repoUrl };
    await this.audit.record({
      orgId,
      actor: actorOf(caller),
      action: 'mcp.repository_accepted',
      resourceId: id,
      details,
    });
  }

  private async requireOrganization(orgId: string | null): Promise<void> {
    if (orgId === null || (await this.organizations.find(orgId)) !== undefined) return;
    throw badRequest('org_id', 'must be the id of an organization');
  }
}

/** Names the field whose value the database has refused. */
async function refusals<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (isUniqueViolation(error, 'mcp_name_key')) throw conflict('name is taken in the organization');
    if (isForeignKeyViolation(error, 'mcp_category_id_fkey')) {
      throw badRequest('category_id', 'must be the id of a category');
    }
    if (isForeignKeyViolation(error, 'mcp_tag_tag_id_fkey')) {
      throw badRequest('tag_ids', 'must be ids of tags');
    }
    throw error;
  }
}

const changesSource = (before: LockedMcp, change: Partial<LockedMcp>): boolean =>
  (['repoUrl', 'source', 'sourcePath', 'branch'] as const).some(
    (field) => change[field] !== undefined && change[field] !== before[field],
  );

/**
 * The changes of a move in the audit trail of one organization, which must not show the other organization. The
 * platform's trail shows both.
 */
function changesOfMove(changes: Changes, chain: string | null, from: string | null): Changes {
  const { org_id: move = { from, to: null } } = changes;
  if (chain === null) return changes;
  if (chain === from) return { org_id: { from, to: null } };
  return { ...changes, org_id: { from: null, to: move.to } };
}
