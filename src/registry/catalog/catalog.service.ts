import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/principal.js';
import type { ResourcePattern } from '../../auth/resource-pattern.js';
import { badRequest } from '../../common/errors/api-error.js';
import { decodeCursor, encodeCursor } from '../../common/pagination/cursor.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { CatalogEntry } from '../packages/packages.dto.js';
import type { CatalogQuery } from './catalog.dto.js';
import { catalogResource, packageResource } from '../resources.js';
import {
  CatalogReadModel,
  type CatalogFilter,
  type CatalogPosition,
  type CatalogRow,
} from './catalog.read-model.js';

const BATCH = 500;

/** A list of packages and what its answer says about it. */
export interface CatalogListing {
  /** Strong validator of the whole answer, with its quotes. */
  readonly etag: string;
  readonly packages: AsyncIterable<CatalogEntry>;
  /** Absolute URL of the next page; undefined on the last one and without `limit`. */
  readonly next: string | undefined;
}

/** The catalog: public packages, and the private ones that the caller's resource patterns match. */
@Injectable()
export class CatalogService {
  constructor(
    private readonly readModel: CatalogReadModel,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Every package that the query selects, or a page of them. @throws 400 for a cursor that is none. */
  async list(principal: Principal, query: CatalogQuery): Promise<CatalogListing> {
    const sees = this.sightOf(principal, query.org);
    const filter: CatalogFilter = {
      org: query.org,
      q: query.q,
      privateOf: candidateOrgs(principal, sees.any),
    };
    const after = positionOf(query.cursor);
    const etag = await this.etag(principal, query, filter, sees.any);
    if (query.limit === undefined) {
      return { etag, packages: this.entries(filter, sees.row, after), next: undefined };
    }
    const page: CatalogRow[] = [];
    for await (const row of this.rows(filter, sees.row, after)) {
      if (page.push(row) > query.limit) break;
    }
    const shown = page.slice(0, query.limit);
    const last = page.length > query.limit ? shown.at(-1) : undefined;
    return { etag, packages: entriesOf(shown), next: last && this.pageUrl(query, last) };
  }

  /** What a caller sees: without the scope and resource (public.read_catalog), public packages only. */
  private sightOf(
    principal: Principal,
    org: string | undefined,
  ): { any: boolean; row: (row: CatalogRow) => boolean } {
    const any = principal.can('mcp:catalog:read', catalogResource(org));
    return {
      any,
      row: (row) => row.visibility === 'public' || (any && principal.reaches(packageResource(row))),
    };
  }

  private async *rows(
    filter: CatalogFilter,
    sees: (row: CatalogRow) => boolean,
    start: CatalogPosition | undefined,
  ): AsyncGenerator<CatalogRow> {
    let after = start;
    for (;;) {
      const batch = await this.readModel.batch(filter, BATCH, after);
      for (const row of batch) if (sees(row)) yield row;
      after = batch.at(-1);
      if (after === undefined || batch.length < BATCH) return;
    }
  }

  private async *entries(
    filter: CatalogFilter,
    sees: (row: CatalogRow) => boolean,
    after: CatalogPosition | undefined,
  ): AsyncGenerator<CatalogEntry> {
    for await (const row of this.rows(filter, sees, after)) yield toEntry(row);
  }

  private async etag(
    principal: Principal,
    query: CatalogQuery,
    filter: CatalogFilter,
    authorized: boolean,
  ): Promise<string> {
    const authority = authorized ? principal.grants.map((patterns) => patterns.map(({ text }) => text)) : [];
    const key = JSON.stringify([await this.readModel.state(filter), query, authority]);
    return `"${createHash('sha256').update(key).digest('base64url')}"`;
  }

  private pageUrl(query: CatalogQuery, last: CatalogRow): string {
    const url = new URL(`${this.config.http.publicUrl}/v1/catalog`);
    const { org, q, limit } = query;
    for (const [name, value] of Object.entries({ org, q, limit })) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    url.searchParams.set('cursor', encodeCursor([last.orgKey, last.nameKey]));
    return url.href;
  }
}

/** Organizations whose private packages a caller may reach at all; undefined when any could be. */
function candidateOrgs(principal: Principal, authorized: boolean): string[] | undefined {
  if (!authorized) return [];
  // A package must be granted by every list of patterns, so the organizations of each list bound the others'.
  const lists = principal.grants.map(organizationsOf).filter((orgs) => orgs !== undefined);
  return lists.reduce<string[] | undefined>(
    (common, orgs) => (common === undefined ? orgs : common.filter((org) => orgs.includes(org))),
    undefined,
  );
}

/** Organizations that a list of patterns is limited to; undefined when it is not. */
function organizationsOf(patterns: readonly ResourcePattern[]): string[] | undefined {
  const orgs = patterns.filter(({ text }) => text !== 'catalog').map((pattern) => pattern.organization());
  return orgs.every((org) => org !== undefined) ? orgs : undefined;
}

function positionOf(cursor: string | undefined): CatalogPosition | undefined {
  if (cursor === undefined) return undefined;
  const [orgKey, nameKey] = decodeCursor(cursor, 2) ?? [];
  if (orgKey === undefined || nameKey === undefined) {
    throw badRequest('cursor', 'must come from the Link header of an earlier page');
  }
  return { orgKey, nameKey };
}

const toEntry = (row: CatalogRow): CatalogEntry => ({
  id: `${row.org}/${row.name}`,
  package: `${row.org}/${row.name}`,
  org_id: row.org,
  name: row.name,
  visibility: row.visibility,
  description: row.description,
  tags: row.tags,
  latest_version: row.latestVersion,
});

async function* entriesOf(rows: readonly CatalogRow[]): AsyncGenerator<CatalogEntry> {
  for (const row of rows) yield await Promise.resolve(toEntry(row));
}
