import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { OrgInvitationsPage } from '../../../organization/people/org-invitations-page.tsx';
import { invitationsQuery } from '../../../organization/people/people.queries.ts';
import type { PageSearch } from '../../../organization/shared/lists.ts';
import { FILTER_PENDING_MS, offsetOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/invitations')({
  validateSearch: (search): PageSearch => offsetOf(search),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, invitationsQuery(context.orgId, deps)),
  component: OrgInvitationsPage,
});
