import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { reportsQuery, schedulesQuery } from '../../../organization/automation/automation.queries.ts';
import { ReportsPage } from '../../../organization/automation/reports-page.tsx';
import type { PageSearch } from '../../../organization/shared/lists.ts';
import { FILTER_PENDING_MS, offsetOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/reports')({
  validateSearch: (search): PageSearch => offsetOf(search),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context: { queryClient, orgId }, deps }) =>
    Promise.all([load(queryClient, reportsQuery(orgId, deps)), load(queryClient, schedulesQuery(orgId))]),
  component: ReportsPage,
});
