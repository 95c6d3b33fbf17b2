import { createFileRoute } from '@tanstack/react-router';
import { POSTURE_PERIODS, type PosturePeriod } from '../../../api/catalogs.gen.ts';
import { load, prefetch } from '../../../api/load.ts';
import { OverviewPage } from '../../../organization/security/overview-page.tsx';
import {
  policyComplianceQuery,
  postureQuery,
  SHOWN_ENVIRONMENT,
} from '../../../organization/security/security.queries.ts';
import { FILTER_PENDING_MS } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/')({
  validateSearch: (search): { days?: PosturePeriod } => {
    const days = POSTURE_PERIODS.find((period) => period === Number(search['days']));
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
