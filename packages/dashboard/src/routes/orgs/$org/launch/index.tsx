import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { LaunchListPage } from '../../../../organization/gate/launch-list-page.tsx';
import { orgMcpsQuery, type OrgMcpSearch } from '../../../../organization/shared/org-mcps.queries.ts';
import { FILTER_PENDING_MS, offsetOf, textOf } from '../../../-search.ts';

export const Route = createFileRoute('/orgs/$org/launch/')({
  validateSearch: (search): Pick<OrgMcpSearch, 'q' | 'offset'> => ({
    ...textOf('q', search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) =>
    load(context.queryClient, orgMcpsQuery(context.orgId, { ...deps, sort: 'name' })),
  component: LaunchListPage,
});
