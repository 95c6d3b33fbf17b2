import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** Which packages a list may show. Private ones of `privateOf` are candidates: the service decides on each. */
export interface CatalogFilter {
  readonly org?: string | undefined;
  readonly q?: string | undefined;
  /** Organizations whose private packages the caller may reach; undefined stands for any. */
  readonly privateOf: readonly string[] | undefined;
}

/** Position of a package in the catalog: keys of its organization and name. */
export interface CatalogPosition {
  readonly orgKey: string;
  readonly nameKey: string;
}

/** A package of the catalog, with its position in it. */
export interface CatalogRow extends CatalogPosition {
  readonly org: string;
  readonly name: string;
  readonly visibility: string;
  readonly description: string;
  readonly tags: string[];
  readonly latestVersion: string | null;
}

const FROM = `
    FROM registry_package p
    JOIN registry_organization o ON o.id = p.org_id
   WHERE (p.visibility = 'public' OR $1::text[] IS NULL OR o.slug_key = ANY($1))
     AND ($2::text IS NULL OR (o.slug_key = $2 AND o.slug = $3))
     AND ($4::text IS NULL
          OR strpos(lower(o.slug || '/' || p.name), $4) > 0
          OR strpos(lower(p.description), $4) > 0
          OR EXISTS (SELECT FROM unnest(p.tags) tag WHERE strpos(lower(tag), $4) > 0))`;

/** Reads the catalog in its order: by organization, then by name. */
@Injectable()
export class CatalogReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** At most `limit` packages after a position. */
  batch(filter: CatalogFilter, limit: number, after: CatalogPosition | undefined): Promise<CatalogRow[]> {
    return this.uow.rows<CatalogRow>(
      `SELECT o.slug AS org, o.slug_key AS "orgKey", p.name, p.name_key AS "nameKey", p.visibility,
              p.description, p.tags,
              (SELECT v.version FROM registry_version v
                WHERE v.package_id = p.id AND v.status = 'published'
                ORDER BY v.prerelease, v.sort_key DESC LIMIT 1) AS "latestVersion"
       ${FROM}
         AND ($5::text IS NULL OR (o.slug_key, p.name_key) > ($5, $6))
       ORDER BY o.slug_key, p.name_key
       LIMIT $7`,
      [...values(filter), after?.orgKey ?? null, after?.nameKey ?? null, limit],
    );
  }

  /**
   * A text that changes with every change of what the filter selects: each change of a package raises its revision, and
   * the sum of the hashes of all packages at their revisions does not depend on their order.
   */
  async state(filter: CatalogFilter): Promise<string> {
    const row = await this.uow.row<{ state: string }>(
      `SELECT count(*) || '.' || coalesce(sum(hashtextextended(p.id::text, p.revision)), 0) AS state ${FROM}`,
      values(filter),
    );
    return row?.state ?? '';
  }
}

const values = ({ org, q, privateOf }: CatalogFilter): unknown[] => [
  privateOf === undefined ? null : privateOf.map(nameKey),
  org === undefined ? null : nameKey(org),
  org ?? null,
  q === undefined || q === '' ? null : q.toLowerCase(),
];
