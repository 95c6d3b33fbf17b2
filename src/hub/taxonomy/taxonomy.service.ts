import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../common/errors/api-error.js';
import { defined } from '../../common/values/defined.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { HubChanges } from '../../access/hub-changes.js';
import type { Confirmed, HubPrincipal } from '../../access/hub-principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import type { PageQuery } from '../http/page.dto.js';
import type { ChangeTermRequest, CreateTermRequest, TermView } from './taxonomy.dto.js';
import { TaxonomyRepository, type Term } from './taxonomy.repository.js';
import type { TermKind } from './term-kind.js';

/** Categories and tags, which administrators of the platform keep (hub contract 18). */
@Injectable()
export class TaxonomyService {
  constructor(
    private readonly changes: HubChanges,
    private readonly words: TaxonomyRepository,
    private readonly audit: AuditService,
  ) {}

  /** A part of them, by slug. */
  async list(kind: TermKind, page: PageQuery): Promise<{ words: TermView[]; total: number }> {
    const { items, total } = await this.words.list(kind, page);
    return { words: items.map(wordView), total };
  }

  /** @throws 409 for a slug that is taken */
  async create(kind: TermKind, principal: HubPrincipal, request: CreateTermRequest): Promise<TermView> {
    const now = new Date();
    const { name, slug, description = '' } = request;
    const word = { id: randomUUID(), name, slug, description, createdAt: now, updatedAt: now };
    await this.run(kind, principal, async (caller) => {
      await this.words.insert(kind, word);
      await this.record(kind, caller, 'created', word.id, { name, slug });
    });
    return wordView(word);
  }

  /** Changes what is given. @throws 404, 409 for a slug that is taken */
  async change(
    kind: TermKind,
    principal: HubPrincipal,
    id: string,
    request: ChangeTermRequest,
  ): Promise<TermView> {
    return this.run(kind, principal, async (caller) => {
      const word = await this.words.lock(kind, id);
      if (word === null) throw notFound(kind);
      const changes = changesBetween(wordView(word), request);
      if (changes === undefined) return wordView(word);
      const change = { ...defined(request), updatedAt: new Date() };
      await this.words.change(kind, id, change);
      await this.record(kind, caller, 'updated', id, { changes });
      return wordView(Object.assign(word, change));
    });
  }

  /** Removes it, also from the MCPs that have it. @throws 404 */
  async remove(kind: TermKind, principal: HubPrincipal, id: string): Promise<void> {
    await this.run(kind, principal, async (caller) => {
      const slug = await this.words.remove(kind, id);
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

const wordView = (word: Term): TermView => ({
  id: word.id,
  name: word.name,
  slug: word.slug,
  description: word.description,
  created_at: word.createdAt.toISOString(),
  updated_at: word.updatedAt.toISOString(),
});
