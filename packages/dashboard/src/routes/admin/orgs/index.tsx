import { createFileRoute } from '@tanstack/react-router';
import { OrgsPage } from '../../../admin/orgs/orgs-page.tsx';
import { orgsQuery, type OrgSearch } from '../../../admin/orgs/orgs.queries.ts';
import { ACCOUNT_STATUSES, PLANS } from '../../../api/catalogs.gen.ts';
import { load } from '../../../api/load.ts';
import { choiceOf, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/admin/orgs/')({
  validateSearch: (search): OrgSearch => ({
    ...textOf('q', search),
    ...choiceOf('status', ACCOUNT_STATUSES, search),
    ...choiceOf('plan', PLANS, search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load(context.queryClient, orgsQuery(deps)),
  component: OrgsPage,
});
