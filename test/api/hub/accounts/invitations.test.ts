import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../../../support/api-client.js';
import { invitationTools } from '../../../support/invitations.js';
import { useHub } from '../../../support/suite.js';

const { idp, t, actors } = await useHub();

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const { newEmail, invitePath, listPath, invite, stateOf, statusOf, expire, eventsOf, person, accept } =
  invitationTools(() => ({ t, idp }));

/** The invitation in lists, from the response to its creation. */
const listed = ({ mail_sent: _mailSent, ...invitation }: ApiResponse['body']) => invitation;

describe('POST /api/v1/orgs/{orgId}/users/invite', () => {
  it.each<[string, object, string]>([
    ['no address', { email: undefined }, 'email'],
    ['an address without @', { email: 'alice' }, 'email'],
    ['two addresses', { email: 'a@b.c,d@e.f' }, 'email'],
    ['an address with a line break', { email: 'a@b.c\r\nBcc: d@e.f' }, 'email'],
    ['an address with NUL', { email: 'a\u0000@b.c' }, 'email'],
    ['an address with a lone surrogate', { email: 'a\ud800@b.c' }, 'email'],
    ['an address that is too long', { email: `a@${'b'.repeat(300)}` }, 'email'],
    ['an address that is a list', { email: ['a@b.c'] }, 'email'],
    ['no role', { role: undefined }, 'role'],
    ['an unknown role', { role: 'PLATFORM_ADMIN' }, 'role'],
    ['a role that is a number', { role: 0 }, 'role'],
  ])('answers 400 naming the field for %s', async (_what, change, field) => {
    const { id, owner } = await actors.organization();
    const before = await stateOf(id);
    const { status, body } = await owner.post(invitePath(id), {
      email: newEmail(),
      role: 'MEMBER',
      ...change,
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'bad_request',
      message: expect.stringMatching(`^${field} `),
      code: 'BAD_REQUEST',
    });
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 403 to members, and to admins and tokens who invite an owner', async () => {
    const { id } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    const admin = await actors.member(id, 'ADMIN');
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    const before = await stateOf(id);
    expect((await invite(member, id, newEmail())).status).toBe(403);
    for (const caller of [admin, token]) {
      expect((await invite(caller, id, newEmail(), 'OWNER')).status).toBe(403);
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 409 for the address of a member, ignoring case', async () => {
    const { id, owner } = await actors.organization();
    const before = await stateOf(id);
    const { status, body } = await invite(owner, id, owner.email.toUpperCase());
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'CONFLICT' });
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 409 for an invited address, ignoring case, also to ten concurrent requests', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_unused, n) =>
        invite(owner, id, n % 2 === 0 ? email : email.toUpperCase()),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('answers 409 at 1000 pending ones; expired and revoked ones do not count', async () => {
    const { id, owner } = await actors.organization();
    await t.rows(
      `INSERT INTO invitation (id, org_id, email, email_key, role, invited_by, created_at, expires_at)
       SELECT gen_random_uuid(), $1, n || '@x', n || '@x', 'MEMBER', $2, now(), now() + interval '1 day'
         FROM generate_series(1, 999) n`,
      [id, owner.id],
    );
    const [one] = await Promise.all([invite(owner, id, newEmail()), invite(owner, id, newEmail())]);
    const before = await stateOf(id);
    expect((await invite(owner, id, newEmail())).status).toBe(409);
    expect(await stateOf(id)).toEqual(before);
    const pending = await t.rows(`SELECT id FROM invitation WHERE org_id = $1 AND status = 'PENDING'`, [id]);
    expect(pending).toHaveLength(1000);
    await t.rows(`UPDATE invitation SET expires_at = now() WHERE org_id = $1 AND email = '1@x'`, [id]);
    expect((await invite(owner, id, newEmail())).status).toBe(201);
    expect([201, 409]).toContain(one.status);
  });

  it('invites for seven days', async () => {
    const { id, owner } = await actors.organization();
    const email = 'New.Person@Example.com';
    const { status, body } = await owner.post(invitePath(id), { email, role: 'ADMIN' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      email,
      role: 'ADMIN',
      status: 'PENDING',
      expires_at: expect.any(String),
      mail_sent: false,
    });
    const left = Date.parse(body.expires_at as string) - Date.now();
    expect(left).toBeGreaterThan(WEEK_MS - 60_000);
    expect(left).toBeLessThanOrEqual(WEEK_MS);
    expect(await eventsOf(id)).toEqual([
      {
        action: 'invitation.created',
        resource_type: 'invitation',
        resource_id: body.id,
        actor_id: owner.id,
        details: { email, role: 'ADMIN' },
      },
    ]);
  });

  it('replaces an expired invitation', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    const first = (await invite(owner, id, email)).body;
    await expire(first.id as string);
    const again = await invite(owner, id, email.toUpperCase(), 'ADMIN');
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ email: email.toUpperCase(), role: 'ADMIN' });
    expect((await owner.get(listPath(id))).body.invitations).toEqual([listed(again.body)]);
  });

  it('invites an address to several organizations', async () => {
    const [one, other] = [await actors.organization(), await actors.organization()];
    const email = newEmail();
    for (const { id, owner } of [one, other]) expect((await invite(owner, id, email)).status).toBe(201);
  });
});

describe('GET /api/v1/orgs/{orgId}/invitations', () => {
  it('answers 403 to members, and 400 for a bad page', async () => {
    const { id, owner } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    expect((await member.get(listPath(id))).status).toBe(403);
    expect((await owner.get(`${listPath(id)}?limit=101`)).status).toBe(400);
    expect((await owner.get(`${listPath(id)}?offset=2147483648`)).status).toBe(400);
  });

  it('lists those of the organization, newest first, in pages, with their status', async () => {
    const { id, owner } = await actors.organization();
    const foreign = await actors.organization();
    await invite(foreign.owner, foreign.id, newEmail());
    const made = [];
    for (let n = 0; n < 4; n += 1) made.push(listed((await invite(owner, id, newEmail())).body));
    const [expired, revoked, accepted, pending] = made;
    await expire(expired.id as string);
    await owner.delete(`${listPath(id)}/${revoked.id as string}`);
    await accept(await person(accepted.email as string), accepted.id as string);
    const { body } = await owner.get(listPath(id));
    expect(body).toEqual({
      invitations: [
        pending,
        { ...accepted, status: 'ACCEPTED' },
        { ...revoked, status: 'REVOKED' },
        { ...expired, status: 'EXPIRED', expires_at: expect.any(String) },
      ],
      total: 4,
      limit: 20,
      offset: 0,
    });
    const part = (await owner.get(`${listPath(id)}?limit=2&offset=1`)).body;
    expect(part).toEqual({ invitations: body.invitations.slice(1, 3), total: 4, limit: 2, offset: 1 });
    expect((await owner.get(`${listPath(id)}?offset=4`)).body).toMatchObject({ invitations: [], total: 4 });
  });
});

describe('DELETE /api/v1/orgs/{orgId}/invitations/{invitationId}', () => {
  it('answers 404 for one of another organization, as for an unknown one', async () => {
    const { id, owner } = await actors.organization();
    const foreign = await actors.organization();
    const { body } = await invite(foreign.owner, foreign.id, newEmail());
    const ids = [randomUUID(), body.id as string, 'x', '%00'];
    for (const invitationId of ids) {
      const answer = await owner.delete(`${listPath(id)}/${invitationId}`);
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: { error: 'not_found', message: 'invitation not found', code: 'NOT_FOUND' },
      });
    }
    expect(await statusOf(body.id as string)).toBe('PENDING');
  });

  it('answers 403 to members, and to an admin for an owner’s', async () => {
    const { id, owner } = await actors.organization();
    const member = await actors.member(id, 'MEMBER');
    const admin = await actors.member(id, 'ADMIN');
    const { body } = await invite(owner, id, newEmail(), 'OWNER');
    const before = await stateOf(id);
    for (const caller of [member, admin]) {
      expect((await caller.delete(`${listPath(id)}/${body.id as string}`)).status).toBe(403);
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it('answers 409 for one that is not pending any more', async () => {
    const { id, owner } = await actors.organization();
    const [accepted, expired] = [
      (await invite(owner, id, newEmail())).body,
      (await invite(owner, id, newEmail())).body,
    ];
    await accept(await person(accepted.email as string), accepted.id as string);
    await expire(expired.id as string);
    const before = await stateOf(id);
    for (const { id: invitationId } of [accepted, expired]) {
      expect((await owner.delete(`${listPath(id)}/${invitationId as string}`)).status).toBe(409);
    }
    expect(await stateOf(id)).toEqual(before);
  });

  it('revokes once for concurrent requests, and the address may be invited again', async () => {
    const { id, owner } = await actors.organization();
    const { body } = await invite(owner, id, newEmail());
    const path = `${listPath(id)}/${body.id as string}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.delete(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409]);
    expect(await eventsOf(id)).toMatchObject([
      { action: 'invitation.created' },
      {
        action: 'invitation.revoked',
        resource_id: body.id,
        details: { email: body.email, role: 'MEMBER' },
      },
    ]);
    expect((await (await person(body.email as string)).me()).body.orgs).toEqual([]);
    expect((await invite(owner, id, body.email as string)).status).toBe(201);
  });
});
