import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { OverviewPage } from '../../../organization/security/overview-page.tsx';
import { PERIODS, postureQuery, type Period } from '../../../organization/security/security.queries.ts';
import { choiceOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/')({
  validateSearch: (search): { days?: Period } => choiceOf('days', PERIODS, search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { days = '30' } }) =>
    load(context.queryClient, postureQuery(context.orgId, days)),
  component: OverviewPage,
});
