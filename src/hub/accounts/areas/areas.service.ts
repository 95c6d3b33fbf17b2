import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { defined } from '../../../common/values/defined.js';
import { currentDate } from '../../../common/values/clock.js';
import { isUniqueViolation } from '../../../storage/database/database-errors.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { Confirmed, HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import { areaView } from './area.mapper.js';
import type { AreaList, AreaView, ChangeAreaRequest, CreateAreaRequest } from './areas.dto.js';
import { AreasRepository } from './areas.repository.js';

const MAX_AREAS = 1000;

/** Areas: namespaces within an organization (hub contract 7). */
@Injectable()
export class AreasService {
  constructor(
    private readonly changes: HubChanges,
    private readonly areas: AreasRepository,
    private readonly audit: AuditService,
  ) {}

  async list(orgId: string, page: PageQuery): Promise<AreaList> {
    const { items, total } = await this.areas.list(orgId, page);
    return { areas: items.map(areaView), total, limit: page.limit, offset: page.offset };
  }

  /** @throws 404 */
  async get(orgId: string, id: string): Promise<AreaView> {
    const area = await this.areas.find(orgId, id);
    if (area === undefined) throw notFound('area');
    return areaView(area);
  }

  /** @throws 409 for a slug that is taken, regardless of case, and at 1000 areas */
  async create(
    principal: HubPrincipal,
    orgId: string,
    { name, slug, description }: CreateAreaRequest,
  ): Promise<AreaView> {
    const now = currentDate();
    const area = { id: randomUUID(), orgId, name, slug, description, createdAt: now, updatedAt: now };
    await this.run(principal, orgId, async (caller) => {
      if ((await this.areas.count(orgId)) >= MAX_AREAS) {
        throw conflict(`the organization has ${MAX_AREAS} areas`);
      }
      await this.areas.insert(area);
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'area.created',
        resourceId: area.id,
        details: { slug },
      });
    });
    return areaView(area);
  }

  /** @throws 404, 409 for a slug that another area has, regardless of case */
  async change(
    principal: HubPrincipal,
    orgId: string,
    id: string,
    request: ChangeAreaRequest,
  ): Promise<AreaView> {
    return this.run(principal, orgId, async (caller) => {
      const area = await this.areas.lock(orgId, id);
      if (area === undefined) throw notFound('area');
      const changes = changesBetween(areaView(area), request);
      if (changes === undefined) return areaView(area);
      const changed = { ...area, ...defined(request), updatedAt: currentDate() };
      await this.areas.change(changed);
      const actor = actorOf(caller);
      await this.audit.record({ orgId, actor, action: 'area.updated', resourceId: id, details: { changes } });
      return areaView(changed);
    });
  }

  /** Deletes an area; its MCPs stay in the organization. @throws 404 */
  async remove(principal: HubPrincipal, orgId: string, id: string): Promise<void> {
    await this.run(principal, orgId, async (caller) => {
      const area = await this.areas.delete(orgId, id);
      if (area === undefined) throw notFound('area');
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'area.deleted',
        resourceId: id,
        details: { slug: area.slug },
      });
    });
  }

  /** Runs `work` with the organization locked, which serializes changes of its areas. */
  private async run<T>(
    principal: HubPrincipal,
    orgId: string,
    work: (caller: Confirmed) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.changes.run(principal, { organizations: [orgId] }, work);
    } catch (error) {
      if (isUniqueViolation(error, 'area_slug_key')) throw conflict('slug is taken');
      throw error;
    }
  }
}
