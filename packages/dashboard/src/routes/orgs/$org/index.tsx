import { createFileRoute } from '@tanstack/react-router';
import { load, prefetch } from '../../../api/load.ts';
import { OverviewPage } from '../../../organization/security/overview-page.tsx';
import {
  PERIODS,
  policyComplianceQuery,
  postureQuery,
  SHOWN_ENVIRONMENT,
  type Period,
} from '../../../organization/security/security.queries.ts';
import { FILTER_PENDING_MS } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/')({
  validateSearch: (search): { days?: Period } => {
    const days = PERIODS.find((period) => period === Number(search['days']));
    return days === undefined ? {} : { days };
  },
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context: { queryClient, orgId }, deps: { days = 30 } }) => {
    prefetch(queryClient, policyComplianceQuery(orgId, SHOWN_ENVIRONMENT));
    return load(queryClient, postureQuery(orgId, days));
  },
  component: OverviewPage,
});
