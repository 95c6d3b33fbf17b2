import { randomUUID } from 'node:crypto';
import type { ApiClient, ApiResponse } from './api-client.js';
import type { HubIdp } from './hub-actors.js';
import type { TestApp } from './test-app.js';

/** Helpers for tests of invitations. `get` returns the context of the test, once it has started. */
export function invitationTools(get: () => { readonly t: TestApp; readonly idp: HubIdp }) {
  const newEmail = (): string => `${randomUUID().slice(0, 8)}@example.com`;
  const invitePath = (orgId: string): string => `/api/v1/orgs/${orgId}/users/invite`;
  const listPath = (orgId: string): string => `/api/v1/orgs/${orgId}/invitations`;
  const invite = (caller: ApiClient, orgId: string, email: string, role = 'MEMBER'): Promise<ApiResponse> =>
    caller.post(invitePath(orgId), { email, role });

  /** Members, invitations and the number of events, which a refusal must not change. */
  const stateOf = (orgId: string): Promise<unknown> =>
    get().t.rows(
      `SELECT (SELECT json_agg(m ORDER BY m.user_id) FROM organization_member m WHERE m.org_id = $1) AS members,
              (SELECT json_agg(i ORDER BY i.id) FROM invitation i WHERE i.org_id = $1) AS invitations,
              (SELECT length FROM audit_chain WHERE id = $1) AS events`,
      [orgId],
    );
  const statusOf = async (id: string): Promise<unknown> =>
    (await get().t.rows<{ status: string }>('SELECT status FROM invitation WHERE id = $1', [id]))[0]?.status;
  const expire = (id: string) =>
    get().t.rows(`UPDATE invitation SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
  const eventsOf = (orgId: string): Promise<{ action: string }[]> =>
    get().t.rows(
      `SELECT action, resource_type, resource_id, actor_id, details FROM audit_event
        WHERE chain_id = $1 ORDER BY position OFFSET 1`,
      [orgId],
    );

  /** A user with an address from the provider; `me` makes a request. */
  const person = async (email: string, claims: object = {}) => {
    const jwt = await get().idp.jwt({
      sub: `auth0|${randomUUID()}`,
      email,
      email_verified: true,
      name: 'P',
      ...claims,
    });
    const client = get().t.actors.anonymous.as(`Bearer ${jwt}`);
    return Object.assign(client, { me: () => client.get('/api/v1/me') });
  };

  const accept = (user: ApiClient, id: string): Promise<ApiResponse> =>
    user.post(`/api/v1/me/invitations/${id}/accept`);

  /** The organizations of a new user who has tried to accept an invitation. */
  const orgsOfInvitee = async ({ body }: ApiResponse): Promise<unknown> => {
    const { id, email } = body as { id: string; email: string };
    const invited = await person(email);
    await accept(invited, id);
    return (await invited.me()).body.orgs;
  };

  return {
    newEmail,
    invitePath,
    listPath,
    invite,
    stateOf,
    statusOf,
    expire,
    eventsOf,
    person,
    accept,
    orgsOfInvitee,
  };
}
