import { createFileRoute } from '@tanstack/react-router';
import { UserPage } from '../../../admin/users/user-page.tsx';
import { userQuery, userTokensQuery } from '../../../admin/users/users.queries.ts';
import { load } from '../../../api/load.ts';

export const Route = createFileRoute('/admin/users/$userId')({
  loader: ({ context: { queryClient }, params: { userId } }) =>
    Promise.all([load(queryClient, userQuery(userId)), load(queryClient, userTokensQuery(userId))]),
  component: UserPage,
});
