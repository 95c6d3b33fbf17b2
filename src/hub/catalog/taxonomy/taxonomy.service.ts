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
import type { ChangeTermRequest, CreateTermRequest, TermView, TermKind } from './taxonomy.dto.js';
import { TaxonomyRepository, type Term } from './taxonomy.repository.js';

/** Categories and tags, managed by platform administrators (hub contract 18). */
@Injectable()
export class TaxonomyService {
  constructor(
    private readonly changes: HubChanges,
    private readonly terms: TaxonomyRepository,
    private readonly audit: AuditService,
  ) {}

  /** Lists a page, ordered by slug. */
  async list(kind: TermKind, page: PageQuery): Promise<{ terms: TermView[]; total: number }> {
    const { items, total } = await this.terms.list(kind, page);
    return { terms: items.map(termView), total };
  }

  /** @throws 409 for a taken slug */
  async create(kind: TermKind, principal: HubPrincipal, request: CreateTermRequest): Promise<TermView> {
    const now = currentDate();
    const { name, slug, description = '' } = request;
    const term = { id: randomUUID(), name, slug, description, createdAt: now, updatedAt: now };
    await this.run(kind, principal, async (caller) => {
      await this.terms.insert(kind, term);
      await this.record(kind, caller, 'created', term.id, { name, slug });
    });
    return termView(term);
  }

  /** Changes the given fields. @throws 404, 409 for a taken slug */
  async change(
    kind: TermKind,
    principal: HubPrincipal,
    id: string,
    request: ChangeTermRequest,
  ): Promise<TermView> {
    return this.run(kind, principal, async (caller) => {
      const term = await this.terms.lock(kind, id);
      if (term === undefined) throw notFound(kind);
      const changes = changesBetween(termView(term), request);
      if (changes === undefined) return termView(term);
      const change = { ...defined(request), updatedAt: currentDate() };
      await this.terms.change(kind, id, change);
      await this.record(kind, caller, 'updated', id, { changes });
      return termView(Object.assign(term, change));
    });
  }

  /** Deletes a term and removes it from its MCPs. @throws 404 */
  async remove(kind: TermKind, principal: HubPrincipal, id: string): Promise<void> {
    await this.run(kind, principal, async (caller) => {
      const slug = await this.terms.delete(kind, id);
      if (slug === undefined) throw notFound(kind);
      await this.record(kind, caller, 'deleted', id, { slug });
    });
  }

  private async run<T>(
    kind: TermKind,
    principal: HubPrincipal,
    work: (caller: Confirmed) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.changes.run(principal, {}, work);
    } catch (error) {
      if (isUniqueViolation(error, `${kind}_slug_key`)) throw conflict('slug is taken');
      throw error;
    }
  }

  private record(
    kind: TermKind,
    caller: Confirmed,
    verb: 'created' | 'updated' | 'deleted',
    resourceId: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const action = `${kind}.${verb}` as const;
    return this.audit.record({ orgId: null, actor: actorOf(caller), action, resourceId, details });
  }
}

const termView = (term: Term): TermView => ({
  id: term.id,
  name: term.name,
  slug: term.slug,
  description: term.description,
  created_at: term.createdAt.toISOString(),
  updated_at: term.updatedAt.toISOString(),
});
