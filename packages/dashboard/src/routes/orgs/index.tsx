import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { orgsQuery } from '../../domain/orgs.queries.ts';
import { OrgsPage } from '../../organization/orgs-page.tsx';
import { requireMe } from '../../session/session.ts';

export const Route = createFileRoute('/orgs/')({
  beforeLoad: async ({ context }) => {
    await requireMe(context.queryClient);
  },
  loader: ({ context }) => load(context.queryClient, orgsQuery),
  component: OrgsPage,
});
