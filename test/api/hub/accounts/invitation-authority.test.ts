import { describe, expect, it } from '@jest/globals';
import { invitationTools } from '../../../support/invitations.js';
import { useHub } from '../../../support/suite.js';

const { idp, t, actors } = await useHub();

const { newEmail, invite, stateOf, person, accept, orgsOfInvitee } = invitationTools(() => ({ t, idp }));

describe('an invitation whose inviter could no longer create it', () => {
  const MEMBER = 'UPDATE organization_member SET role = $3 WHERE org_id = $1 AND user_id = $2';
  const USER = 'UPDATE hub_user SET status = $3 WHERE id = $2 AND $1::uuid IS NOT NULL';
  it.each([
    ['OWNER', 'is demoted to administrator', MEMBER, 'ADMIN'],
    ['MEMBER', 'is demoted to member', MEMBER, 'MEMBER'],
    ['MEMBER', 'is suspended', USER, 'SUSPENDED'],
    ['MEMBER', 'is deleted', USER, 'DELETED'],
  ])('does not grant the role %s when the inviter %s', async (role, _what, loss, to) => {
    const { id } = await actors.organization();
    const inviter = await actors.member(id, 'OWNER');
    const { body } = await invite(inviter, id, newEmail(), role);
    await t.rows(loss, [id, inviter.id, to]);
    const before = await stateOf(id);
    const puppet = await person(body.email as string);
    for (let n = 0; n < 2; n += 1) {
      await accept(puppet, body.id as string);
      expect((await puppet.me()).body.orgs).toEqual([]);
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it('is listed as REVOKED, and can be replaced for the same address', async () => {
    const { id, owner } = await actors.organization();
    const inviter = await actors.member(id, 'OWNER');
    const email = newEmail();
    await invite(inviter, id, email);
    expect((await invite(owner, id, email)).status).toBe(409);
    await t.rows(MEMBER, [id, inviter.id, 'MEMBER']);
    const listed = async () => (await owner.get(`/api/v1/orgs/${id}/invitations`)).body.invitations;
    expect(await listed()).toMatchObject([{ email, status: 'REVOKED' }]);
    const again = await invite(owner, id, email);
    expect(again.status).toBe(201);
    expect(await listed()).toMatchObject([{ id: again.body.id, status: 'PENDING' }]);
    expect(await orgsOfInvitee(again)).toMatchObject([{ id, role: 'MEMBER' }]);
  });

  it('can be revoked permanently before its inviter may invite again', async () => {
    const { id, owner } = await actors.organization();
    const inviter = await actors.member(id, 'OWNER');
    const invitation = await invite(inviter, id, newEmail());
    await t.rows(MEMBER, [id, inviter.id, 'MEMBER']);
    const path = `/api/v1/orgs/${id}/invitations/${invitation.body.id as string}`;
    expect((await owner.delete(path)).status).toBe(204);
    await t.rows(MEMBER, [id, inviter.id, 'OWNER']);
    expect(await orgsOfInvitee(invitation)).toEqual([]);
  });

  it('still grants the roles that the inviter may grant', async () => {
    const { id, slug } = await actors.organization();
    const inviter = await actors.member(id, 'OWNER');
    const invitation = await invite(inviter, id, newEmail(), 'ADMIN');
    await t.rows(MEMBER, [id, inviter.id, 'ADMIN']);
    expect(await orgsOfInvitee(invitation)).toEqual([{ id, slug, role: 'ADMIN' }]);
  });

  it.each([
    ['is revoked', 'revoked_at = now()'],
    ['has expired', 'expires_at = now()'],
  ])(
    'has no effect when the inviter is a token that %s, but does while the token is valid',
    async (_what, change) => {
      const { id } = await actors.organization();
      const token = await actors.serviceToken(id, [`admin:org:${id}`]);
      const [one, other] = [
        await invite(token, id, newEmail(), 'ADMIN'),
        await invite(token, id, newEmail()),
      ];
      expect(await orgsOfInvitee(one)).toHaveLength(1);
      await t.rows(`UPDATE service_token SET ${change} WHERE id = $1`, [token.id]);
      expect(await orgsOfInvitee(other)).toEqual([]);
    },
  );

  it('has no effect when its inviter is only a member of another organization', async () => {
    const { id, owner } = await actors.organization();
    const foreign = await actors.organization();
    const invitation = await invite(owner, id, newEmail());
    await t.rows('UPDATE invitation SET invited_by = $2 WHERE id = $1', [
      invitation.body.id,
      foreign.owner.id,
    ]);
    expect(await orgsOfInvitee(invitation)).toEqual([]);
  });
});
