import { searchWords } from '../../storage/database/search-words.js';
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { badRequest } from '../../common/errors/api-error.js';
import { decodeCursor, encodeCursor } from '../../common/pagination/cursor.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { CatalogEntry } from './catalog.dto.js';
import type { CatalogQuery } from './catalog.dto.js';
import { catalogResource, packageResource } from '../resources.js';
import type { CatalogFilter, CatalogPosition } from './catalog-order.js';
import { CatalogReadModel, type CatalogRow } from './catalog.read-model.js';
import { CatalogSearch } from './catalog-search.js';
import { privateCandidates } from './private-candidates.js';

/** Batch size of reads: small, because the embedded database serves no one else meanwhile. */
const BATCH = 250;

/** The packages of a response. */
export interface CatalogListing {
  readonly packages: AsyncIterable<CatalogEntry> | readonly CatalogEntry[];
  /** Absolute URL of the next page; undefined on the last one and without `limit`. */
  readonly next: string | undefined;
}

/** A response whose packages have not been read yet. */
export interface CatalogAnswer {
  /** Strong ETag of the whole response, including its quotes. */
  readonly etag: string;
  readonly read: () => Promise<CatalogListing>;
}

/** The catalog: public packages, and private ones that match the caller's resource patterns. */
@Injectable()
export class CatalogService {
  constructor(
    private readonly readModel: CatalogReadModel,
    private readonly search: CatalogSearch,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Every package that the query selects, or a page of them; read only if the client's copy is stale.
   * @throws 400 for a malformed cursor.
   */
  async list(principal: RegistryPrincipal, query: CatalogQuery): Promise<CatalogAnswer> {
    const sees = this.visibilityFor(principal, query.org);
    const filter: CatalogFilter = {
      org: query.org,
      candidates: privateCandidates(sees.any ? principal.grants : []),
    };
    const rows = this.rows(query, filter, sees.row, positionOf(query.cursor));
    return {
      // Read before the packages: at worst they are newer than the ETag, which will not match next time.
      etag: await this.etag(principal, query, sees.any),
      read: () => this.listing(query, rows),
    };
  }

  private async listing(query: CatalogQuery, rows: AsyncIterable<CatalogRow>): Promise<CatalogListing> {
    const { limit } = query;
    if (limit === undefined) return { packages: entriesOf(rows), next: undefined };
    const page: CatalogRow[] = [];
    for await (const row of rows) if (page.push(row) > limit) break;
    const shown = page.slice(0, limit);
    const last = page.length > limit ? shown.at(-1) : undefined;
    return { packages: shown.map(toEntry), next: last && this.pageUrl(query, last) };
  }

  /** The filter for a caller: without the scope and resource (public.read_catalog), public packages only. */
  private visibilityFor(
    principal: RegistryPrincipal,
    org: string | undefined,
  ): { any: boolean; row: (row: CatalogRow) => boolean } {
    const any = principal.can('mcp:catalog:read', catalogResource(org));
    return { any, row: (row) => row.isPublic || (any && principal.reaches(packageResource(row))) };
  }

  private async *rows(
    { org, q, limit }: CatalogQuery,
    filter: CatalogFilter,
    sees: (row: CatalogRow) => boolean,
    after: CatalogPosition | undefined,
  ): AsyncGenerator<CatalogRow> {
    const size = Math.min(BATCH, (limit ?? BATCH) + 1);
    const words = searchWords(q);
    const batches =
      words.length === 0
        ? this.batches(filter, size, after)
        : this.search.batches(words, filter, size, after);
    for await (const batch of batches) {
      for (const row of batch) {
        // All packages of an organization share its spelling.
        if (org !== undefined && row.org !== org) return;
        if (sees(row)) yield row;
      }
    }
  }

  private async *batches(
    filter: CatalogFilter,
    first: number,
    start: CatalogPosition | undefined,
  ): AsyncGenerator<CatalogRow[]> {
    let [after, size] = [start, first];
    for (;;) {
      const batch = await this.readModel.batch(filter, size, after);
      yield batch;
      after = batch.at(-1);
      if (after === undefined || batch.length < size) return;
      // The page is not full, because the caller does not see all of these.
      size = Math.min(BATCH, size * 2);
    }
  }

  /** Everything the response depends on: the catalog, the query, and what the caller may see. */
  private async etag(
    principal: RegistryPrincipal,
    query: CatalogQuery,
    authorized: boolean,
  ): Promise<string> {
    const revisions = await this.readModel.revisions(query.org);
    const authority = authorized ? principal.grants.map((patterns) => patterns.map(({ text }) => text)) : [];
    const key = JSON.stringify([authorized ? revisions : revisions.public, query, authority]);
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
  visibility: row.isPublic ? 'public' : 'private',
  description: row.description,
  tags: [...row.tags],
  latest_version: row.latestVersion,
});

async function* entriesOf(rows: AsyncIterable<CatalogRow>): AsyncGenerator<CatalogEntry> {
  for await (const row of rows) yield toEntry(row);
}
