import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { AuditPage } from '../../../organization/settings/audit-page.tsx';
import { auditQuery, type AuditSearch } from '../../../organization/settings/settings.queries.ts';
import { dayOf, FILTER_PENDING_MS, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/audit')({
  validateSearch: (search): AuditSearch => ({
    ...textOf('action', search),
    ...textOf('actor_id', search),
    ...dayOf('since', search),
    ...dayOf('until', search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, auditQuery(context.orgId, deps)),
  component: AuditPage,
});
