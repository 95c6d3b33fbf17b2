import { queryOptions } from '@tanstack/react-query';
import type { McpSort } from '../api/catalogs.gen.ts';
import { bodyOf, hub } from '../api/client.ts';

/** Entries on a page of the catalog. */
export const CATALOG_PAGE = 24;

/** What the reader filters by; it lives in the address of the page under the names of the API. */
export interface CatalogFilter {
  readonly q?: string;
  readonly category?: string;
  readonly tag?: string;
  readonly language?: string;
  readonly min_level?: number;
  readonly min_score?: number;
}

/** Filter, order and page of the catalog. */
export interface CatalogSearch extends CatalogFilter {
  /** Without one, a search has its best matches first and a list the newest. */
  readonly sort?: McpSort;
  readonly offset?: number;
}

/** A page of the catalog. */
export const catalogQuery = ({ offset = 0, ...search }: CatalogSearch) =>
  queryOptions({
    queryKey: ['mcps', 'list', { ...search, offset }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/mcps', {
          params: { query: { ...search, limit: CATALOG_PAGE, offset } },
          signal,
        }),
      ),
  });

/** The numbers of MCPs by what they can be filtered by. */
export const facetsQuery = ({ offset: _offset, sort: _sort, ...filter }: CatalogSearch) =>
  queryOptions({
    queryKey: ['mcps', 'facets', filter],
    // Counts of the whole catalog change slowly, and each page of a list has the same.
    staleTime: 60_000,
    queryFn: ({ signal }) => bodyOf(hub.GET('/api/v1/mcps/facets', { params: { query: filter }, signal })),
  });
