import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';

/** Sources on a page. */
export const SOURCES_PAGE = 50;

/** A page of the sources of advisories. */
export const advisoriesQuery = (offset = 0) =>
  queryOptions({
    queryKey: ['admin', 'advisories', offset],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/admin/advisories', { params: { query: { limit: SOURCES_PAGE, offset } }, signal }),
      ),
  });
