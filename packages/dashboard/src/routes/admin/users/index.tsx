import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '../../../admin/users/users-page.tsx';
import { usersQuery, type UserSearch } from '../../../admin/users/users.queries.ts';
import { ACCOUNT_STATUSES, PLANS, PLATFORM_ROLES } from '../../../api/catalogs.gen.ts';
import { load } from '../../../api/load.ts';
import { choiceOf, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/admin/users/')({
  validateSearch: (search): UserSearch => ({
    ...textOf('q', search),
    ...choiceOf('status', ACCOUNT_STATUSES, search),
    ...choiceOf('plan', PLANS, search),
    ...choiceOf('role', PLATFORM_ROLES, search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load(context.queryClient, usersQuery(deps)),
  component: UsersPage,
});
