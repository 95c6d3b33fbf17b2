import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { MembersPage } from '../../registry/members-page.tsx';
import { accountQuery, membersQuery, shownOrg } from '../../registry/registry.queries.ts';
import { textOf } from '../-search.ts';

export const Route = createFileRoute('/registry/members')({
  validateSearch: (search): { org?: string } => textOf('org', search),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const org = shownOrg(deps.org, await load(queryClient, accountQuery));
    if (org !== undefined) await load(queryClient, membersQuery(org));
  },
  component: MembersPage,
});
