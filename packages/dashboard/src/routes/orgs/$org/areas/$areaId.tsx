import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { AreaPage, MAX_CHOICES } from '../../../../organization/people/area-page.tsx';
import { areaMembersQuery, areaQuery, membersQuery } from '../../../../organization/people/people.queries.ts';
import type { PageSearch } from '../../../../organization/shared/lists.ts';
import { FILTER_PENDING_MS, offsetOf } from '../../../-search.ts';

export const Route = createFileRoute('/orgs/$org/areas/$areaId')({
  validateSearch: (search): PageSearch => offsetOf(search),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context: { queryClient, orgId }, params: { areaId }, deps }) =>
    Promise.all([
      load(queryClient, areaQuery(orgId, areaId)),
      load(queryClient, areaMembersQuery(orgId, areaId, deps)),
      load(queryClient, membersQuery(orgId, {}, MAX_CHOICES)),
    ]),
  component: AreaPage,
});
