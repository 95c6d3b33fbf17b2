import { createFileRoute } from '@tanstack/react-router';
import { PLANS, ROLES, STATUSES } from '../../../admin/badges.tsx';
import { UsersPage } from '../../../admin/users/users-page.tsx';
import { usersQuery, type UserSearch } from '../../../admin/users/users.queries.ts';
import { load } from '../../../api/load.ts';
import { choiceOf, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/admin/users/')({
  validateSearch: (search): UserSearch => ({
    ...textOf('q', search),
    ...choiceOf('status', STATUSES, search),
    ...choiceOf('plan', PLANS, search),
    ...choiceOf('role', ROLES, search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load(context.queryClient, usersQuery(deps)),
  component: UsersPage,
});
