import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { MembersPage } from '../../../organization/people/members-page.tsx';
import { membersQuery } from '../../../organization/people/people.queries.ts';
import type { ListSearch } from '../../../organization/shared/lists.ts';
import { FILTER_PENDING_MS, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/members')({
  validateSearch: (search): ListSearch => ({ ...textOf('q', search), ...offsetOf(search) }),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, membersQuery(context.orgId, deps)),
  component: MembersPage,
});
