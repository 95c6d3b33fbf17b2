import { createFileRoute } from '@tanstack/react-router';
import { load, prefetch } from '../../../api/load.ts';
import { ClientListsPage } from '../../../organization/gate/client-lists-page.tsx';
import {
  allowListsQuery,
  FIRST_SETTINGS,
  managedSettingsQuery,
  signingKeyQuery,
} from '../../../organization/gate/gate.queries.ts';

export const Route = createFileRoute('/orgs/$org/client-lists')({
  loader: ({ context: { queryClient, orgId } }) => {
    prefetch(queryClient, managedSettingsQuery(orgId, FIRST_SETTINGS));
    prefetch(queryClient, signingKeyQuery());
    return load(queryClient, allowListsQuery(orgId));
  },
  component: ClientListsPage,
});
