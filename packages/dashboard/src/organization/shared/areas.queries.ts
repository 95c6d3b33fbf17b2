import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { LIST_PAGE, type PageSearch } from './lists.ts';

/** An area: a group of MCPs with members of its own. */
export type Area = components['schemas']['AreaView'];

/** Key of the areas and their members. */
export const areasKey = (orgId: string) => ['org', orgId, 'areas'] as const;

/** A page of the areas. */
export const areasQuery = (orgId: string, { offset = 0 }: PageSearch = {}, limit = LIST_PAGE) =>
  queryOptions({
    queryKey: [...areasKey(orgId), { offset, limit }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/areas', {
          params: { path: { orgId }, query: { limit, offset } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

const MAX_AREAS = 100;

/** The areas that a field offers. */
export const areaChoicesQuery = (orgId: string) => areasQuery(orgId, {}, MAX_AREAS);
