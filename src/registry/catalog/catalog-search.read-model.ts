import { Injectable } from '@nestjs/common';
import { patternOf } from '../../storage/database/like-pattern.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { partOfCatalog, type CatalogFilter, type CatalogPosition } from './catalog-order.js';
import { ROW_COLUMNS, type CatalogRow } from './catalog.read-model.js';

/** A search hit: enough to decide whether the caller may see it, and its position. */
export interface CatalogHit extends CatalogPosition {
  readonly id: string;
  readonly isPublic: boolean;
}

/** The hits in a range of the catalog. */
export interface SearchedStretch {
  readonly hits: readonly CatalogHit[];
  /** The end of the range; undefined at the end of the catalog. */
  readonly end: CatalogPosition | undefined;
}

/** A condition that `search_text`, which is in lower case, has all words; their parameters begin with `first`. */
const matches = (words: readonly string[], first: number): string =>
  words.map((_, index) => `e.search_text LIKE lower($${first + index})`).join(' AND ');

/** Finds packages by words in their id, description or tags: all of them, in any order, regardless of case. */
@Injectable()
export class CatalogSearchReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Hits in the whole catalog from the trigram index, unordered; at most `limit`. */
  anywhere(words: readonly string[], limit: number): Promise<CatalogHit[]> {
    return this.uow.rows<CatalogHit>(
      `SELECT e.package_id AS id, e.is_public AS "isPublic", e.org_key AS "orgKey", e.name_key AS "nameKey"
         FROM registry_catalog_entry e WHERE ${matches(words, 2)} LIMIT $1`,
      [limit, ...words.map(patternOf)],
    );
  }

  /** Hits among the next `length` packages of the filter, in the catalog's order. */
  async within(
    words: readonly string[],
    filter: CatalogFilter,
    length: number,
    after: CatalogPosition | undefined,
  ): Promise<SearchedStretch> {
    const { sql, values } = partOfCatalog(
      'e.package_id, e.is_public, e.org_key, e.name_key, e.search_text',
      filter,
      length,
      after,
    );
    const rows = await this.uow.rows<CatalogHit & { isHit: boolean; length: number }>(
      `SELECT s.package_id AS id, s.is_public AS "isPublic", s.org_key AS "orgKey", s.name_key AS "nameKey",
              s."isHit", s.length
         FROM (SELECT e.*, ${matches(words, values.length + 1)} AS "isHit", row_number() OVER (ORDER BY e.org_key, e.name_key) AS n,
                      count(*) OVER ()::int AS length
                 FROM ${sql} e) s
        WHERE s."isHit" OR s.n = s.length
        ORDER BY s.n`,
      [...values, ...words.map(patternOf)],
    );
    const last = rows.at(-1);
    return {
      hits: rows.filter(({ isHit }) => isHit),
      end: last?.length === length ? last : undefined,
    };
  }

  /**
   * The packages of some hits, in catalog order. Each is looked up separately: without statistics, the planner would
   * scan the whole catalog for a few hundred.
   */
  describe(hits: readonly CatalogHit[]): Promise<CatalogRow[]> {
    return this.uow.rows<CatalogRow>(
      `SELECT ${ROW_COLUMNS}
         FROM unnest($1::uuid[]) AS h (id)
        CROSS JOIN LATERAL (SELECT * FROM registry_catalog_entry f WHERE f.package_id = h.id LIMIT 1) e
        ORDER BY e.org_key, e.name_key`,
      [hits.map(({ id }) => id)],
    );
  }
}
