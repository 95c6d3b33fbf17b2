import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { OverviewPage } from '../../../organization/security/overview-page.tsx';
import { PERIODS, postureQuery, type Period } from '../../../organization/security/security.queries.ts';
import { FILTER_PENDING_MS } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/')({
  validateSearch: (search): { days?: Period } => {
    const days = PERIODS.find((period) => period === Number(search['days']));
    return days === undefined ? {} : { days };
  },
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps: { days = 30 } }) => load(context.queryClient, postureQuery(context.orgId, days)),
  component: OverviewPage,
});
