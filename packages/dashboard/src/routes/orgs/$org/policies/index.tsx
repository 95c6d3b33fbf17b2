import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { PoliciesPage } from '../../../../organization/gate/policies-page.tsx';
import { policiesQuery } from '../../../../organization/gate/policies.queries.ts';
import type { PageSearch } from '../../../../organization/shared/org.queries.ts';
import { FILTER_PENDING_MS, offsetOf } from '../../../-search.ts';

export const Route = createFileRoute('/orgs/$org/policies/')({
  validateSearch: (search): PageSearch => offsetOf(search),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, policiesQuery(context.orgId, deps)),
  component: PoliciesPage,
});
