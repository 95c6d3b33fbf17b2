import { createFileRoute } from '@tanstack/react-router';
import { load } from '../api/load.ts';
import { myInvitationsQuery } from '../account/account.queries.ts';
import { MyInvitationsPage } from '../account/my-invitations-page.tsx';
import { requireMe } from '../session/session.ts';

export const Route = createFileRoute('/invitations')({
  beforeLoad: async ({ context }) => {
    await requireMe(context.queryClient);
  },
  loader: ({ context }) => load(context.queryClient, myInvitationsQuery),
  component: MyInvitationsPage,
});
