import type { Plan } from '../api/catalogs.gen.ts';
import { bodyOf, hub } from '../api/client.ts';
import { meQuery } from '../session/session.ts';

/** What a change of a user affects; administrators change themselves, too. */
export const USER_CHANGES = [
  meQuery.queryKey,
  ['admin', 'users'],
  ['admin', 'totals'],
  ['admin', 'audit'],
] as const;

/** Changes the plan of a user. */
export const changeUserPlan = (userId: string, plan: Plan) =>
  bodyOf(hub.PATCH('/api/v1/admin/users/{userId}/plan', { params: { path: { userId } }, body: { plan } }));
