import { createFileRoute } from '@tanstack/react-router';
import { UserPage } from '../../../admin/users/user-page.tsx';
import { userQuery } from '../../../admin/users/users.queries.ts';
import { load } from '../../../api/load.ts';

export const Route = createFileRoute('/admin/users/$userId')({
  loader: ({ context, params }) => load(context.queryClient, userQuery(params.userId)),
  component: UserPage,
});
