import { createFileRoute } from '@tanstack/react-router';
import { load, prefetch } from '../../../api/load.ts';
import { AuditPage } from '../../../organization/settings/audit-page.tsx';
import {
  auditQuery,
  verificationQuery,
  type AuditSearch,
} from '../../../organization/settings/settings.queries.ts';
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
  loader: ({ context: { queryClient, orgId }, deps }) => {
    prefetch(queryClient, verificationQuery(orgId));
    return load(queryClient, auditQuery(orgId, deps));
  },
  component: AuditPage,
});
