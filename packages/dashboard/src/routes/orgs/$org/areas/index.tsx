import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { AreasPage } from '../../../../organization/people/areas-page.tsx';
import { areasQuery } from '../../../../organization/shared/areas.queries.ts';
import type { PageSearch } from '../../../../organization/shared/lists.ts';
import { FILTER_PENDING_MS, offsetOf } from '../../../-search.ts';

export const Route = createFileRoute('/orgs/$org/areas/')({
  validateSearch: (search): PageSearch => offsetOf(search),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, areasQuery(context.orgId, deps)),
  component: AreasPage,
});
