import { describe, expect, it } from '@jest/globals';
import { BootstrapAdmin } from '../../../../src/auth/local-users/bootstrap-admin.js';
import { LocalUsersService } from '../../../../src/auth/local-users/local-users.service.js';
import { DemoOrganization } from '../../../../src/hub/demo/demo-organization.js';
import { PASSWORD } from '../../../support/credentials.js';
import { BROWSER_SETTINGS, browserOf, signIn } from '../../../support/hub-browser.js';
import { useTestApp } from '../../../support/suite.js';
import { createOrganization } from '../../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const ADMIN = { BOOTSTRAP_ADMIN_PASSWORD: PASSWORD };
const t = await useTestApp({ ...BROWSER_SETTINGS, ...ADMIN });

/** Runs it until it would push a bundle, which needs a process that analyzes. */
const fill = (of: TestApp = t): Promise<unknown> =>
  of.app.get(DemoOrganization, { strict: false }).fill(AbortSignal.abort(new Error('the server stops')));

const STATE = `
  SELECT (SELECT count(*)::int FROM hub_user) AS users, (SELECT count(*)::int FROM organization) AS organizations,
         (SELECT count(*)::int FROM area) AS areas, (SELECT count(*)::int FROM policy) AS policies,
         (SELECT count(*)::int FROM audit_event WHERE org_id IS NOT NULL) AS events`;
const NOTHING = { organizations: 0, areas: 0, policies: 0, events: 0 };
const stateOf = async (of: TestApp = t): Promise<unknown> => (await of.rows(STATE))[0];

async function expectNothing(): Promise<void> {
  expect(await fill()).toBeUndefined();
  expect(await stateOf()).toMatchObject(NOTHING);
}

describe('the organization of the demo', () => {
  it('needs the first administrator, who may sign in', async () => {
    await expectNothing();
    await t.app.get(BootstrapAdmin).ensure();
    await t.app.get(LocalUsersService).setDisabled('admin', true);
    await expectNothing();
    expect(await stateOf()).toMatchObject({ users: 0 });
    await t.app.get(LocalUsersService).setDisabled('admin', false);
  });

  it('leaves an organization of the registry alone that has its name', async () => {
    await createOrganization(await t.actors.admin(), 'Demo');
    await expectNothing();
    await t.rows(`UPDATE registry_organization SET slug = 'other', slug_key = 'other'`);
  });

  it('is that of the administrator who signs in afterwards, and its changes are those of the demo', async () => {
    await expect(fill()).rejects.toThrow('the server stops');
    expect(await stateOf()).toMatchObject({ users: 1, organizations: 1, areas: 1, policies: 3 });
    const { text } = await signIn(browserOf(t), 'admin');
    expect(JSON.parse(text)).toMatchObject({
      email: 'admin@localhost',
      plan: 'FREE',
      role: 'PLATFORM_ADMIN',
      orgs: [{ slug: 'demo', role: 'OWNER' }],
    });
    expect(await t.rows('SELECT name, display_name, plan FROM organization')).toEqual([
      { name: 'Demo', display_name: 'Demo', plan: 'ENTERPRISE' },
    ]);
    expect(
      await t.rows(
        'SELECT DISTINCT actor_id, actor_type, actor_name FROM audit_event WHERE org_id IS NOT NULL',
      ),
    ).toEqual([{ actor_id: null, actor_type: 'system', actor_name: 'demo' }]);
  });

  it('is not created again by a start that continues', async () => {
    const before = await stateOf();
    await expect(fill()).rejects.toThrow('the server stops');
    expect(await stateOf()).toMatchObject({ organizations: 1, areas: 1, policies: 3 });
    expect(before).toMatchObject({ organizations: 1, areas: 1, policies: 3 });
  });

  it('stays as it is once it is complete, suspended or deleted', async () => {
    for (const status of ['SUSPENDED', 'DELETED']) {
      await t.rows('UPDATE organization SET status = $1', [status]);
      const before = await stateOf();
      expect(await fill()).toBeUndefined();
      expect(await stateOf()).toEqual(before);
    }
  });

  it('needs the rights of an administrator of the platform, who is active', async () => {
    await t.rows(`UPDATE organization SET slug = 'other', slug_key = 'other', status = 'ACTIVE'`);
    const before = await stateOf();
    for (const change of [`role = 'USER'`, `role = 'PLATFORM_ADMIN', status = 'SUSPENDED'`]) {
      await t.rows(`UPDATE hub_user SET ${change}`);
      expect(await fill()).toBeUndefined();
      expect(await stateOf()).toEqual(before);
    }
    await t.rows(`UPDATE hub_user SET status = 'ACTIVE'`);
  });

  it('leaves an organization of others alone that has its slug', async () => {
    await t.rows(
      `INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
       SELECT gen_random_uuid(), 'Theirs', 'DEMO', 'demo', 'Theirs', 'ENTERPRISE', now(), now()`,
    );
    const before = await stateOf();
    expect(await fill()).toBeUndefined();
    expect(await stateOf()).toEqual(before);
  });

  it('is not created where users sign in with another provider', async () => {
    const other = await startTestApp({
      ...ADMIN,
      IDP_DOMAIN: 'idp.example.com',
      IDP_AUDIENCE: 'https://hub.example.com',
    });
    try {
      await other.app.get(BootstrapAdmin).ensure();
      expect(await fill(other)).toBeUndefined();
      expect(await stateOf(other)).toEqual({ users: 0, ...NOTHING });
    } finally {
      await other.close();
    }
  });
});
