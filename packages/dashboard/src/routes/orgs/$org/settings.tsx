import { createFileRoute } from '@tanstack/react-router';
import { prefetch } from '../../../api/load.ts';
import { SettingsPage } from '../../../organization/settings/settings-page.tsx';
import { retentionQuery } from '../../../organization/settings/settings.queries.ts';

export const Route = createFileRoute('/orgs/$org/settings')({
  // Requested beside the organization. Only roles with `audit:read` see it, so not members.
  loader: ({ context: { queryClient, orgId, role } }) => {
    if (role !== 'MEMBER') prefetch(queryClient, retentionQuery(orgId));
  },
  component: SettingsPage,
});
