import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../api/client.ts';

/** The most invitations that the page shows; the API gives no more at once. */
const MAX_INVITATIONS = 100;

/** The pending invitations to the verified address of the reader. */
export const myInvitationsQuery = queryOptions({
  queryKey: ['my-invitations'],
  queryFn: ({ signal }) =>
    bodyOf(hub.GET('/api/v1/me/invitations', { params: { query: { limit: MAX_INVITATIONS } }, signal })),
});

/** Ends all sessions and JWTs of the reader. */
export const signOutEverywhere = (revokesTokens: boolean) =>
  bodyOf(hub.POST('/api/v1/me/sign-out-everywhere', { body: { revoke_tokens: revokesTokens } }));

/** Accepts an invitation; the reader is a member then. */
export const acceptInvitation = (invitationId: string) =>
  bodyOf(hub.POST('/api/v1/me/invitations/{invitationId}/accept', { params: { path: { invitationId } } }));

/** Declines an invitation. */
export const declineInvitation = (invitationId: string): Promise<unknown> =>
  bodyOf(hub.POST('/api/v1/me/invitations/{invitationId}/decline', { params: { path: { invitationId } } }));
