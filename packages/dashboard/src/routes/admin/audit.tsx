import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../admin/audit/audit-page.tsx';
import { AUDIT_TRAILS, auditQuery, type AuditSearch } from '../../admin/audit/audit.queries.ts';
import { orgQuery } from '../../admin/orgs/orgs.queries.ts';
import { userQuery } from '../../admin/users/users.queries.ts';
import { load, prefetch } from '../../api/load.ts';
import { choiceOf, dayOf, offsetOf, textOf } from '../-search.ts';

export const Route = createFileRoute('/admin/audit')({
  validateSearch: (search): AuditSearch => ({
    ...choiceOf('of', AUDIT_TRAILS, search),
    ...textOf('id', search),
    ...textOf('action', search),
    ...dayOf('since', search),
    ...dayOf('until', search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const { of, id } = deps;
    // The name of whose trail it is.
    if (of === 'user' && id !== undefined) prefetch(queryClient, userQuery(id));
    if (of === 'org' && id !== undefined) prefetch(queryClient, orgQuery(id));
    return load(queryClient, auditQuery(deps));
  },
  component: AuditPage,
});
