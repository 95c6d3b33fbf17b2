import { badRequest } from '../../common/errors/api-error.js';
import type { McpQuery } from './mcps.dto.js';
import { searchTerm, type SearchTerm } from './search-term.js';

/** The search term of a request; undefined without one. @throws 400 when `q` and `query` differ */
export function requestedSearch({ q, query }: McpQuery): SearchTerm | undefined {
  if (query !== undefined && q !== undefined && query !== q) {
    throw badRequest('q', 'must be the same as query, when both are given');
  }
  return searchTerm(query ?? q);
}
