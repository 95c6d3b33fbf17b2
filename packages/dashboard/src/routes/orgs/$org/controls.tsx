import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { ControlsPage } from '../../../organization/security/controls-page.tsx';
import { controlsQuery } from '../../../organization/security/security.queries.ts';
import type { PageSearch } from '../../../organization/shared/lists.ts';
import { FILTER_PENDING_MS, offsetOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/controls')({
  validateSearch: (search): PageSearch => offsetOf(search),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, controlsQuery(context.orgId, deps)),
  component: ControlsPage,
});
