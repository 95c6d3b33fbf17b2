import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../common/errors/api-error.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { actorOf, type HubPrincipal } from '../access/hub-principal.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import { HubOrganizationsRepository } from '../orgs/hub-organizations.repository.js';
import type {
  AdminMcp,
  AdminMcpList,
  AdminMcpQuery,
  ChangeMcpRequest,
  CreateMcpRequest,
} from './admin-mcps.dto.js';
import { filteredBy, McpListsReadModel } from './mcp-lists.read-model.js';
import { changeOf, filterOf, newMcp } from './mcp-request.js';
import { adminMcp } from './mcp.mapper.js';
import { McpsReadModel } from './mcps.read-model.js';
import { McpsRepository } from './mcps.repository.js';
import { requestedSearch } from './requested-search.js';

/** The catalog as administrators of the platform keep it (hub spec, Admin; decisions, hub 18). */
@Injectable()
export class AdminMcpsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly mcps: McpsRepository,
    private readonly readModel: McpsReadModel,
    private readonly lists: McpListsReadModel,
    private readonly organizations: HubOrganizationsRepository,
    private readonly audit: AuditService,
  ) {}

  /** All of them, private ones too. @throws 400 when `q` and `query` search for different things */
  async list(query: AdminMcpQuery): Promise<AdminMcpList> {
    const { limit, offset } = query;
    const selection = filteredBy(filterOf(query));
    const { ids, total } = await this.lists.page(selection, requestedSearch(query), { limit, offset });
    return { mcps: (await this.readModel.byIds(ids)).map(adminMcp), total, limit, offset };
  }

  /** @throws 404 */
  async get(id: string): Promise<AdminMcp> {
    const mcp = await this.readModel.find(id);
    if (mcp === undefined) throw notFound('MCP');
    return adminMcp(mcp);
  }

  /** @throws 400 for an organization that is not there, 409 for a name that is taken in it */
  async create(principal: HubPrincipal, request: CreateMcpRequest): Promise<AdminMcp> {
    const mcp = newMcp(randomUUID(), request, new Date());
    const { id, orgId, name, visibility, repoUrl } = mcp;
    await this.run(async () => {
      await this.requireOrganization(orgId);
      await this.mcps.insert(mcp);
      const actor = actorOf(principal);
      const details = { name, visibility, repo_url: repoUrl };
      await this.audit.record({ orgId, actor, action: 'mcp.created', resourceId: id, details });
    });
    return this.get(id);
  }

  /** Changes what is given. @throws 400 and 409 as for a new one, 404 */
  change(principal: HubPrincipal, id: string, request: ChangeMcpRequest): Promise<AdminMcp> {
    const change = changeOf(request);
    if (Object.keys(change).length === 0) return this.get(id);
    return this.alter(principal, id, async ({ org_id: before }) => {
      const { orgId: after = before } = change;
      const moved = after !== before;
      if (moved) await this.requireOrganization(after);
      // Areas are those of an organization.
      await this.mcps.change(id, moved ? { ...change, areaId: null } : change);
    });
  }

  /** @throws 400 for a category that is not there, 404 */
  setCategory(principal: HubPrincipal, id: string, categoryId: string | null): Promise<AdminMcp> {
    return this.alter(principal, id, () => this.mcps.change(id, { categoryId }));
  }

  /** @throws 404 */
  setFeatured(principal: HubPrincipal, id: string, featured: boolean): Promise<AdminMcp> {
    return this.alter(principal, id, () => this.mcps.change(id, { featured }));
  }

  /** Gives it these tags and no others. @throws 400 for a tag that is not there, 404 */
  setTags(principal: HubPrincipal, id: string, tagIds: readonly string[]): Promise<AdminMcp> {
    return this.alter(principal, id, () => this.mcps.setTags(id, tagIds));
  }

  /** Takes it out of the catalog with its versions; what analyses have found of them stays. @throws 404 */
  async remove(principal: HubPrincipal, id: string): Promise<void> {
    await this.uow.run(async () => {
      const removed = await this.mcps.remove(id);
      if (removed === undefined) throw notFound('MCP');
      const { orgId, name } = removed;
      const actor = actorOf(principal);
      await this.audit.record({ orgId, actor, action: 'mcp.deleted', resourceId: id, details: { name } });
    });
  }

  /** Changes an MCP that nobody else changes meanwhile, and records what has become different. @throws 404 */
  private alter(
    principal: HubPrincipal,
    id: string,
    work: (before: AdminMcp) => Promise<void>,
  ): Promise<AdminMcp> {
    return this.run(async () => {
      if (!(await this.mcps.lock(id))) throw notFound('MCP');
      const before = await this.get(id);
      await work(before);
      const after = await this.get(id);
      const { updated_at: _moment, ...shown } = after;
      const changes = changesBetween(before, shown);
      if (changes === undefined) return after;
      const actor = actorOf(principal);
      const event = { actor, action: 'mcp.updated', resourceId: id, details: { changes } } as const;
      // Both organizations are told, always in the same order, so that two moves do not wait for each other.
      for (const orgId of [...new Set([before.org_id, after.org_id])].sort()) {
        await this.audit.record({ orgId, ...event });
      }
      return after;
    });
  }

  private async requireOrganization(orgId: string | null): Promise<void> {
    if (orgId === null || (await this.organizations.keep(orgId))) return;
    throw badRequest('org_id', 'must be the id of an organization');
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.uow.run(work);
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
}
