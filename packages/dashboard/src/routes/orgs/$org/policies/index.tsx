import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { PoliciesPage } from '../../../../organization/gate/policies-page.tsx';
import { policiesQuery } from '../../../../organization/gate/policies.queries.ts';
import type { ListSearch } from '../../../../organization/shared/lists.ts';
import { FILTER_PENDING_MS, offsetOf, textOf } from '../../../-search.ts';

export const Route = createFileRoute('/orgs/$org/policies/')({
  validateSearch: (search): ListSearch => ({ ...textOf('q', search), ...offsetOf(search) }),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, policiesQuery(context.orgId, deps)),
  component: PoliciesPage,
});
