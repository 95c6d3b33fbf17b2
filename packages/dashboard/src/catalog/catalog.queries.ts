import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../api/client.ts';

/** Entries on a page of the catalog. */
export const CATALOG_PAGE = 24;

/** What the reader searches for; it lives in the address of the page. */
export interface CatalogSearch {
  readonly q?: string;
  readonly offset?: number;
}

/** A page of the catalog. */
export const catalogQuery = ({ q, offset = 0 }: CatalogSearch) =>
  queryOptions({
    queryKey: ['mcps', { q, offset }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/mcps', {
          params: { query: { limit: CATALOG_PAGE, offset, ...(q === undefined ? {} : { q }) } },
          signal,
        }),
      ),
    placeholderData: (previous) => previous,
  });
