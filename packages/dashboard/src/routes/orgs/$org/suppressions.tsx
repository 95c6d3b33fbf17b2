import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { suppressionsQuery } from '../../../organization/security/security.queries.ts';
import { SuppressionsPage } from '../../../organization/security/suppressions-page.tsx';
import type { PageSearch } from '../../../organization/shared/lists.ts';
import { FILTER_PENDING_MS, offsetOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/suppressions')({
  validateSearch: (search): PageSearch => offsetOf(search),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, suppressionsQuery(context.orgId, deps)),
  component: SuppressionsPage,
});
