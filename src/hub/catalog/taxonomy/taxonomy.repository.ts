import type { TermKind } from './taxonomy.dto.js';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import { Category } from './category.entity.js';
import { Tag } from './tag.entity.js';

/** A category or a tag. */
export type Term = Category & Tag;

const ENTITIES = { category: Category, tag: Tag } as const;

/**
 * SQL of the categories and tags. Concurrent inserts of a slug fail on its unique key (`category_slug_key`,
 * `tag_slug_key`).
 */
@Injectable()
export class TaxonomyRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Ordered by slug. */
  list(kind: TermKind, page: PageQuery): Promise<FoundPage<Term>> {
    const list = {
      columns: 'id, name, slug, description, created_at AS "createdAt", updated_at AS "updatedAt"',
      rows: `FROM ${kind}`,
      values: [],
      order: 'slug',
      key: 'id',
    } as const;
    return readPage<Term>(this.uow, list, page);
  }

  /** Reads a term and locks its row until the transaction ends. */
  async lock(kind: TermKind, id: string): Promise<Term | undefined> {
    const found = await this.tableOf(kind).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    return found ?? undefined;
  }

  async insert(kind: TermKind, term: Term): Promise<void> {
    await this.tableOf(kind).insert(term);
  }

  async change(kind: TermKind, id: string, change: Partial<Omit<Term, 'id' | 'createdAt'>>): Promise<void> {
    await this.tableOf(kind).update({ id }, change);
  }

  /** Deletes a term and removes it from its MCPs. Returns its slug; undefined if there is no such term. */
  async delete(kind: TermKind, id: string): Promise<string | undefined> {
    const removed = await this.uow.row<{ slug: string }>(`DELETE FROM ${kind} WHERE id = $1 RETURNING slug`, [
      id,
    ]);
    return removed?.slug;
  }

  private tableOf(kind: TermKind) {
    return this.uow.manager.getRepository<Term>(ENTITIES[kind]);
  }
}
