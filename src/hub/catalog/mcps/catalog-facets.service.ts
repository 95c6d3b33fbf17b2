import { Injectable } from '@nestjs/common';
import { sharedResults } from '../../../common/concurrency/shared-results.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import type { CatalogFacets, FacetsQuery } from './catalog-facets.dto.js';
import { CatalogFacetsReadModel, SCORE_RANGES, type FacetsRow } from './catalog-facets.read-model.js';
import { visibleTo } from './mcp-lists.read-model.js';
import { organizationsVisibleTo } from './mcp-visibility.js';
import { requestedFilter, requestedSearch } from './requested-search.js';

// As documented at the operation.
const TTL_MS = 10_000;
const MAX_CACHED = 200;

const LEVELS = [0, 1, 2, 3];

/** Counts of the catalog for its readers (hub contract 40). */
@Injectable()
export class CatalogFacetsService {
  /** By organizations, search and filter. */
  private readonly cached = sharedResults<CatalogFacets>(MAX_CACHED, TTL_MS);

  constructor(private readonly readModel: CatalogFacetsReadModel) {}

  /** @throws 400 when `q` and `query` differ */
  async of(principal: HubPrincipal, query: FacetsQuery): Promise<CatalogFacets> {
    const term = requestedSearch(query);
    const filter = requestedFilter(query);
    const orgIds = organizationsVisibleTo(principal).sort();
    return this.cached.forceFetch(JSON.stringify([orgIds, term?.text, filter]), {
      context: async () => facetsView(await this.readModel.of(visibleTo(orgIds), term, filter)),
    });
  }
}

const facetsView = ({ total, categories, tags, languages, levels, scores }: FacetsRow): CatalogFacets => ({
  total,
  categories: [...categories],
  tags: [...tags],
  languages: [...languages],
  levels: LEVELS.map((level) => ({
    level,
    count: levels.find((each) => each.level === level)?.count ?? 0,
  })),
  scores: SCORE_RANGES.map(({ min, max }) => ({
    min,
    max,
    count: scores.find(({ range }) => range === min)?.count ?? 0,
  })),
  unscored: scores.find(({ range }) => range === null)?.count ?? 0,
});
