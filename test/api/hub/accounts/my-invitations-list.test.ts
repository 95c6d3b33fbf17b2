import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { invitationTools } from '../../../support/invitations.js';
import { useHub } from '../../../support/suite.js';

const { idp, t, actors } = await useHub();

const MINE = '/api/v1/me/invitations';
const { invite, person } = invitationTools(() => ({ t, idp }));

/** An existing user, and an invitation of theirs. */
async function invited(
  by?: (orgId: string) => Promise<ApiClient>,
): Promise<{ id: string; user: HubUserActor }> {
  const { id: orgId, owner } = await actors.organization();
  const user = await actors.user();
  const { body } = await invite((await by?.(orgId)) ?? owner, orgId, user.email);
  return { id: body.id as string, user };
}

describe('GET /api/v1/me/invitations', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
  ])('answers 400 naming the field for ?%s', async (query, field) => {
    const { status, body } = await (await actors.user()).get(`${MINE}?${query}`);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(`^${field} `),
    });
  });

  it('answers 401 to anonymous callers and 403 to service tokens', async () => {
    const { id } = await actors.organization();
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    expect((await actors.anonymous.get(MINE)).status).toBe(401);
    expect((await token.get(MINE)).status).toBe(403);
  });

  it('shows what a user needs to decide, newest first, in pages', async () => {
    const user = await actors.user();
    const [one, other] = [await actors.organization(), await actors.organization()];
    await t.rows('UPDATE organization SET display_name = $2 WHERE id = $1', [one.id, 'One Inc.']);
    const token = await actors.serviceToken(other.id, [`admin:org:${other.id}`]);
    const [first, second] = [
      (await invite(one.owner, one.id, user.email.toUpperCase(), 'OWNER')).body,
      (await invite(token, other.id, user.email)).body,
    ];
    const { status, body } = await user.get(MINE);
    expect(status).toBe(200);
    expect(body).toEqual({
      invitations: [
        {
          id: second.id,
          organization: { id: other.id, slug: other.slug, display_name: other.slug },
          role: 'MEMBER',
          invited_by: { type: 'service_token', name: 'ci' },
          created_at: expect.any(String),
          expires_at: second.expires_at,
        },
        {
          id: first.id,
          organization: { id: one.id, slug: one.slug, display_name: 'One Inc.' },
          role: 'OWNER',
          invited_by: { type: 'user', name: one.owner.email },
          created_at: expect.any(String),
          expires_at: first.expires_at,
        },
      ],
      total: 2,
      limit: 20,
      offset: 0,
    });
    const part = (await user.get(`${MINE}?limit=1&offset=1`)).body;
    expect(part).toEqual({ invitations: [body.invitations[1]], total: 2, limit: 1, offset: 1 });
    expect((await user.get(`${MINE}?offset=2`)).body).toMatchObject({ invitations: [], total: 2 });
  });

  it('names an inviter without a verified address by their name', async () => {
    const { id, user } = await invited(async (orgId) => {
      const sub = `auth0|${randomUUID()}`;
      const claims = { sub, email_verified: false, name: 'Mallory' };
      const inviter = await person('ceo@acme.test', claims);
      const { id: userId } = (await inviter.me()).body as { id: string };
      await t.rows(
        `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'ADMIN', now())`,
        [orgId, userId],
      );
      return inviter;
    });
    const { body, text } = await user.get(MINE);
    expect(body.invitations).toMatchObject([{ id, invited_by: { type: 'user', name: 'Mallory' } }]);
    expect(text).not.toContain('acme.test');
  });

  it('omits those of other addresses, and those that cannot be accepted', async () => {
    const { user } = await invited();
    await invited();
    for (const change of [
      `UPDATE invitation SET status = 'REVOKED' WHERE org_id = $1`,
      `UPDATE invitation SET status = 'ACCEPTED' WHERE org_id = $1`,
      `UPDATE invitation SET expires_at = now() WHERE org_id = $1`,
      `UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`,
      `UPDATE organization SET status = 'DELETED' WHERE id = $1`,
      `DELETE FROM organization_member WHERE org_id = $1`,
    ]) {
      const { id, owner } = await actors.organization();
      expect((await invite(owner, id, user.email)).status).toBe(201);
      expect((await user.get(MINE)).body.total).toBe(2);
      await t.rows(change, [id]);
      expect((await user.get(MINE)).body.total).toBe(1);
    }
  });
});
