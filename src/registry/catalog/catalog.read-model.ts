import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { partOfCatalog, type CatalogFilter, type CatalogPosition } from './catalog-order.js';

/** A package of the catalog, with its position in it. */
export interface CatalogRow extends CatalogPosition {
  readonly org: string;
  readonly name: string;
  readonly isPublic: boolean;
  readonly description: string;
  readonly tags: readonly string[];
  readonly latestVersion: string | null;
}

/** Revisions of the catalog or of one organization's part of it; strings, because they are bigints. */
export interface CatalogRevisions {
  /** Incremented with every change of public packages. */
  readonly public: string;
  /** Incremented with every change of private packages. */
  readonly private: string;
}

/** Columns of a `CatalogRow`, of `registry_catalog_entry e`. */
export const ROW_COLUMNS = `
  e.org, e.org_key AS "orgKey", e.name, e.name_key AS "nameKey", e.is_public AS "isPublic", e.description, e.tags,
  e.latest_version AS "latestVersion"`;

/** Reads the catalog in its order: by organization, then by name. */
@Injectable()
export class CatalogReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Up to `limit` packages after a position. */
  batch(filter: CatalogFilter, limit: number, after: CatalogPosition | undefined): Promise<CatalogRow[]> {
    const { sql, values } = partOfCatalog('e.*', filter, limit, after);
    return this.uow.rows<CatalogRow>(
      `SELECT ${ROW_COLUMNS} FROM ${sql} e ORDER BY e.org_key, e.name_key`,
      values,
    );
  }

  /** The current revisions of an organization's part of the catalog, or of the whole. */
  async revisions(org: string | undefined): Promise<CatalogRevisions> {
    const row = await this.uow.row<CatalogRevisions>(
      `SELECT coalesce(sum(r.revision) FILTER (WHERE r.is_public), 0)::text AS public,
              coalesce(sum(r.revision) FILTER (WHERE NOT r.is_public), 0)::text AS private
         FROM registry_catalog_revision r WHERE r.scope = $1`,
      [org === undefined ? '' : nameKey(org)],
    );
    if (row === undefined) throw new Error('a sum is always there');
    return row;
  }
}
