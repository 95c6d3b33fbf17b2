import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ISSUER } from '../../../src/auth/local-users/local-issuer.js';
import { LocalUsersService } from '../../../src/auth/local-users/local-users.service.js';
import { AdminUsersRepository } from '../../../src/hub/administration/admin/admin-users.repository.js';
import { UnitOfWork } from '../../../src/storage/database/unit-of-work.js';
import type { Actor } from '../../support/actors.js';
import { aVersion, digestOf, setStatus } from '../../support/builders.js';
import { browserOf, BROWSER_SETTINGS, PUBLIC_URL, signIn } from '../../support/hub-browser.js';
import { presign } from '../../support/presigned.js';
import { untilWaiting, withHeldLock } from '../../support/held-lock.js';
import { S3Server } from '../../support/s3-server.js';
import { useTestApp } from '../../support/suite.js';

// No change is made after the caller has lost the authority for it. Here one of both waits for the other.

const s3 = await S3Server.start();
const t = await useTestApp({ ...BROWSER_SETTINGS, ...s3.settings });
afterAll(() => s3.close());

async function adminOf(org: string): Promise<Actor> {
  await t.actors.member(org, 'admin', `${org}-keeper`);
  return t.actors.member(org, 'admin', `${org}-caller`);
}

const newOrganization = (): string => `org-${randomUUID().slice(0, 8)}`;

// The embedded database has one connection, where nothing waits for a row.
describe('POST /v1/org/{org}/artifacts/{digest}/presign', () => {
  it('waits while its caller is disabled, and then issues nothing', async () => {
    const org = newOrganization();
    const caller = await adminOf(org);
    const disable = 'UPDATE local_user SET disabled_at = now() WHERE username = $1';
    await withHeldLock(t, disable, [caller.username], async (release) => {
      const issuing = presign(caller, org, org, 'kind=bundle');
      await untilWaiting(t, 1);
      await release();
      expect((await issuing).status).toBe(401);
    });
    const rows = await t.rows('SELECT 1 FROM registry_presigned_upload WHERE digest = $1', [digestOf(org)]);
    expect(rows).toEqual([]);
  });
});

/** What an administrator of the hub does, once the user has signed in there. */
async function suspendInHub(username: string): Promise<void> {
  const [user] = await t.rows<{ id: string }>(
    `INSERT INTO hub_user (id, issuer, subject, email, email_key, name, created_at, updated_at)
     SELECT gen_random_uuid(), $2, u.id::text, $1, $1, $1, now(), now() FROM local_user u WHERE u.username = $1
     RETURNING id`,
    [username, LOCAL_ISSUER],
  );
  await t.app
    .get(UnitOfWork)
    .run(() => t.app.get(AdminUsersRepository).setStatus([user?.id ?? ''], 'SUSPENDED'));
}

/** Makes a user, who has signed in, a member of an organization of the hub. Returns their id there. */
async function memberInHub(username: string, slug: string): Promise<string> {
  const [member] = await t.rows<{ id: string }>(
    `WITH o AS (INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
                VALUES (gen_random_uuid(), $2, $2, $2, $2, 'FREE', now(), now()) RETURNING id)
     INSERT INTO organization_member (org_id, user_id, role, created_at)
     SELECT o.id, u.id, 'MEMBER', now() FROM o, hub_user u WHERE u.name = $1 RETURNING user_id AS id`,
    [username, slug],
  );
  return member?.id ?? '';
}

describe('a change in flight', () => {
  const LOSSES: Readonly<Record<string, (caller: Actor, tokenId: string) => Promise<unknown>>> = {
    'disabling its user': ({ username }) => t.app.get(LocalUsersService).setDisabled(username, true),
    'deleting its API token': async (caller, tokenId) =>
      expect((await caller.delete(`/v1/tokens/${tokenId}`)).status).toBe(204),
    'suspending its user in the hub': ({ username }) => suspendInHub(username),
  };

  it.each(Object.keys(LOSSES))('is finished first: %s waits for it', async (loss) => {
    const org = newOrganization();
    const caller = await adminOf(org);
    await aVersion(caller, `${org}/files`, '1.0.0').published();
    const { body } = await caller.post('/v1/tokens', {
      description: 'test',
      scopes: ['mcp:publish'],
      resources: [`org/${org}/`],
    });
    const { token_id: tokenId, secret } = body as { token_id: string; secret: string };
    const token = t.actors.anonymous.as(`Token ${tokenId}:${secret}`);
    const lockPackage = `SELECT id FROM registry_package WHERE org_id IN (SELECT id FROM registry_organization WHERE slug = $1) FOR UPDATE`;
    await withHeldLock(t, lockPackage, [org], async (release) => {
      const changing = setStatus(token, `${org}/files`, '1.0.0', 'revoked');
      await untilWaiting(t, 1);
      const losing = LOSSES[loss]?.(caller, tokenId);
      await untilWaiting(t, 2);
      await release();
      expect((await changing).status).toBe(200);
      await losing;
    });
    const after = await setStatus(token, `${org}/files`, '1.0.0', 'revoked');
    expect(after.status).toBe(401);
  });
});

describe('a suspension of the organization in the hub', () => {
  const SUSPEND = `UPDATE organization SET status = 'SUSPENDED' WHERE slug = $1`;
  const inBoth = async (): Promise<{ org: string; caller: Actor }> => {
    const org = newOrganization();
    const caller = await t.actors.admin();
    await aVersion(caller, `${org}/files`, '1.0.0').uploaded();
    await t.rows(
      `INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, $1, $1, $1, 'FREE', now(), now())`,
      [org],
    );
    return { org, caller };
  };

  it('waits for a publication in flight, which is complete', async () => {
    const { org, caller } = await inBoth();
    const lockPackage = `SELECT id FROM registry_package WHERE org_id IN (SELECT id FROM registry_organization WHERE slug = $1) FOR UPDATE`;
    await withHeldLock(t, lockPackage, [org], async (release) => {
      const publishing = setStatus(caller, `${org}/files`, '1.0.0', 'published');
      await untilWaiting(t, 1);
      const suspending = t.rows(SUSPEND, [org]);
      await untilWaiting(t, 2);
      await release();
      expect((await publishing).status).toBe(200);
      await suspending;
    });
    expect((await setStatus(caller, `${org}/files`, '1.0.0', 'revoked')).status).toBe(403);
  });

  it('refuses the publication that waits for it', async () => {
    const { org, caller } = await inBoth();
    await withHeldLock(t, SUSPEND, [org], async (release) => {
      const publishing = setStatus(caller, `${org}/files`, '1.0.0', 'published');
      await untilWaiting(t, 1);
      await release();
      const { status, body } = await publishing;
      expect([status, body.error.details.reason]).toEqual([403, 'organization_suspended']);
    });
    const versions = await t.rows(
      `SELECT v.status FROM registry_version v JOIN registry_organization o ON o.id = v.org_id WHERE o.slug = $1`,
      [org],
    );
    expect(versions).toEqual([{ status: 'ingested' }]);
  });
});

describe('DELETE /api/v1/admin/users/{id} of a local user', () => {
  it('waits for their change in the registry before it locks what that change may need', async () => {
    const org = newOrganization();
    const [caller, root] = [await adminOf(org), await t.actors.user(`${org}-root`)];
    const admin = browserOf(t);
    await signIn(admin, root.username);
    await signIn(browserOf(t), caller.username);
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE name = $1`, [root.username]);
    const id = await memberInHub(caller.username, org);
    // A change in the registry holds its user, and claims the name of an organization of the hub later.
    const holdUser = 'SELECT id FROM local_user WHERE username = $1 FOR SHARE';
    await withHeldLock(t, holdUser, [caller.username], async (release) => {
      const deleting = admin.visit(`${PUBLIC_URL}/api/v1/admin/users/${id}`, {
        method: 'DELETE',
        headers: { origin: new URL(PUBLIC_URL).origin },
      });
      await untilWaiting(t, 1);
      const free = await t.rows('SELECT slug FROM organization WHERE slug = $1 FOR SHARE SKIP LOCKED', [org]);
      await release();
      expect([(await deleting).status, free]).toEqual([204, [{ slug: org }]]);
    });
    expect((await caller.get(`/v1/org/${org}/members`)).status).toBe(401);
  });
});
