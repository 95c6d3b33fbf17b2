import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { ClientListsPage } from '../../../organization/gate/client-lists-page.tsx';
import { allowListsQuery } from '../../../organization/gate/gate.queries.ts';

export const Route = createFileRoute('/orgs/$org/client-lists')({
  loader: ({ context }) => load(context.queryClient, allowListsQuery(context.orgId)),
  component: ClientListsPage,
});
