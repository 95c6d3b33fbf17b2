import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { ADMIN_PAGE } from '../lists.ts';

/** A user as administrators see it. */
export type User = components['schemas']['AdminUserView'];

/** What a user is called: their name, or else their e-mail address. */
export const nameOfUser = ({ name, email, id }: User): string =>
  name !== '' ? name : email !== '' ? email : id;

/** Search and filters of the users; they live in the address of the page. */
export interface UserSearch {
  readonly q?: string;
  readonly status?: User['status'];
  readonly plan?: User['plan'];
  readonly role?: User['role'];
  readonly offset?: number;
}

/** A page of users. */
export const usersQuery = (search: UserSearch) =>
  queryOptions({
    queryKey: ['admin', 'users', 'list', search],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/admin/users', { params: { query: { ...search, limit: ADMIN_PAGE } }, signal })),
  });

/** A user. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'users', userId],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/admin/users/{userId}', { params: { path: { userId } }, signal })),
  });

const pathOf = (userId: string) => ({ params: { path: { userId } } });

/** Creates a user who has not signed in yet. */
export const createUser = (body: components['schemas']['CreateUserRequest']) =>
  bodyOf(hub.POST('/api/v1/admin/users', { body }));

/** Changes the e-mail address and name of a user. */
export const changeUser = (userId: string, body: components['schemas']['ChangeUserRequest']) =>
  bodyOf(hub.PUT('/api/v1/admin/users/{userId}', { ...pathOf(userId), body }));

/** Changes what a user may do in the hub and in the registry. */
export const changeUserRoles = (userId: string, body: components['schemas']['ChangeRoleRequest']) =>
  bodyOf(hub.PATCH('/api/v1/admin/users/{userId}/role', { ...pathOf(userId), body }));

const ending = (userId: string, revokesTokens: boolean) => ({
  ...pathOf(userId),
  body: { revoke_tokens: revokesTokens },
});

/** Suspends a user, whose sessions and JWTs end. */
export const suspendUser = (userId: string, revokesTokens: boolean) =>
  bodyOf(hub.POST('/api/v1/admin/users/{userId}/suspend', ending(userId, revokesTokens)));

/** Ends all sessions and JWTs of a user. */
export const signOutUser = (userId: string, revokesTokens: boolean) =>
  bodyOf(hub.POST('/api/v1/admin/users/{userId}/sign-out-everywhere', ending(userId, revokesTokens)));

/** An API token of the registry or a service token. */
export type ApiToken = components['schemas']['AdminTokenView'];

// The most that the API gives at once.
const MAX_TOKENS = 100;

/** The API tokens that a user owns or has created, newest first. */
export const userTokensQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'users', userId, 'tokens'],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/admin/tokens', {
          params: { query: { user_id: userId, limit: MAX_TOKENS } },
          signal,
        }),
      ),
  });

/** Revokes an API token of either kind. */
export const revokeToken = (tokenId: string): Promise<unknown> =>
  bodyOf(hub.DELETE('/api/v1/admin/tokens/{tokenId}', { params: { path: { tokenId } } }));

/** Lets a suspended user in again. */
export const activateUser = (userId: string) =>
  bodyOf(hub.POST('/api/v1/admin/users/{userId}/activate', pathOf(userId)));

/** Deletes a user. */
export const deleteUser = (userId: string) =>
  bodyOf(hub.DELETE('/api/v1/admin/users/{userId}', pathOf(userId)));

/** Suspends or reactivates several users in one request; returns a result for each. */
export async function changeUsers(action: 'suspend' | 'activate', ids: string[]) {
  const body = { user_ids: ids };
  const { results } = await bodyOf(
    action === 'suspend'
      ? hub.POST('/api/v1/admin/users/bulk/suspend', { body })
      : hub.POST('/api/v1/admin/users/bulk/activate', { body }),
  );
  return results;
}
