import { badRequest } from '../../../common/errors/api-error.js';
import type { CatalogFilter } from './catalog-filter.js';
import type { CatalogQuery, McpQuery } from './mcps.dto.js';
import { searchTerm, type SearchTerm } from './search-term.js';

/** The search term of a request; undefined without one. @throws 400 when `q` and `query` differ */
export function requestedSearch({ q, query }: Pick<McpQuery, 'q' | 'query'>): SearchTerm | undefined {
  if (query !== undefined && q !== undefined && query !== q) {
    throw badRequest('q', 'must be the same as query, when both are given');
  }
  return searchTerm(query ?? q);
}

/** The filter of a request. */
export const requestedFilter = (
  query: Pick<CatalogQuery, 'category' | 'tag' | 'language' | 'min_level' | 'min_score' | 'featured'>,
): CatalogFilter => ({
  category: query.category,
  tag: query.tag,
  language: query.language,
  minLevel: query.min_level,
  minScore: query.min_score,
  featured: query.featured,
});
