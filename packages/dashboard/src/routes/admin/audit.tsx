import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../admin/audit/audit-page.tsx';
import { AUDIT_TRAILS, auditQuery, type AuditSearch } from '../../admin/audit/audit.queries.ts';
import { load } from '../../api/load.ts';
import { choiceOf, offsetOf, textOf } from '../-search.ts';

export const Route = createFileRoute('/admin/audit')({
  validateSearch: (search): AuditSearch => ({
    ...choiceOf('of', AUDIT_TRAILS, search),
    ...textOf('id', search),
    ...textOf('action', search),
    ...textOf('since', search),
    ...textOf('until', search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load(context.queryClient, auditQuery(deps)),
  component: AuditPage,
});
