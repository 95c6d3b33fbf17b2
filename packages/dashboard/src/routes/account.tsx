import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../account/account-page.tsx';
import { requireMe } from '../session/session.ts';

export const Route = createFileRoute('/account')({
  beforeLoad: async ({ context }) => {
    await requireMe(context.queryClient);
  },
  component: AccountPage,
});
