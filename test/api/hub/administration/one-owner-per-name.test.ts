import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ISSUER } from '../../../../src/auth/local-users/local-issuer.js';
import { SCOPES } from '../../../../src/auth/rules/scopes.js';
import type { ApiClient, ApiResponse } from '../../../support/api-client.js';
import { publish } from '../../../support/builders.js';
import { PASSWORD } from '../../../support/credentials.js';
import { HubActors, HubIdp } from '../../../support/hub-actors.js';
import { BROWSER_SETTINGS, browserOf, ORIGIN, PUBLIC_URL, signIn } from '../../../support/hub-browser.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

const aSlug = (): string => `one-${randomUUID().slice(0, 8)}`;
const ofHub = (slug: string): object => ({ name: slug, slug, display_name: slug });

const organizations = async (t: TestApp, slug: string): Promise<object> => ({
  hub: (await t.rows('SELECT slug FROM organization WHERE slug_key = lower($1)', [slug])).length,
  registry: (await t.rows('SELECT slug FROM registry_organization WHERE slug_key = lower($1)', [slug]))
    .length,
});

/** In enterprise mode, with one identity provider for both APIs. */
describe('one owner per name, with one identity provider for both (registry contract 20)', () => {
  let idp: HubIdp;
  let t: TestApp;
  let actors: HubActors;
  beforeAll(async () => {
    idp = await HubIdp.start();
    t = await startTestApp({
      ...idp.settings,
      AUTH_MODE: 'enterprise',
      AUTH_ENTERPRISE_ISSUER: idp.issuer,
      AUTH_ENTERPRISE_JWKS_URL: `${idp.issuer}jwks`,
      AUTH_ENTERPRISE_AUDIENCE: idp.audience,
      REGISTRY_SERVICE_TOKEN: 'x.y.z',
    });
    actors = new HubActors(t, idp);
  });
  afterAll(async () => {
    await t.close();
    await idp.close();
  });

  /** A user of both APIs, on the hub's Enterprise plan. */
  const somebody = async (...resources: string[]) => {
    const user = await actors.user({ plan: 'ENTERPRISE' });
    const [{ subject } = { subject: '' }] = await t.rows<{ subject: string }>(
      'SELECT subject FROM hub_user WHERE id = $1',
      [user.id],
    );
    const jwt = await idp.jwt({
      sub: subject,
      email: user.email,
      email_verified: true,
      scopes: SCOPES,
      resources: ['catalog', ...resources],
    });
    const client = t.actors.anonymous.as(`Bearer ${jwt}`);
    return { id: user.id, subject, client };
  };
  const administrator = () => somebody('org/');
  const inHub = (client: ApiClient, slug: string): Promise<ApiResponse> =>
    client.post('/api/v1/orgs', ofHub(slug));
  const inRegistry = (client: ApiClient, slug: string): Promise<ApiResponse> =>
    publish(client, `${slug}/files`, '1.0.0');
  const addMember = (
    client: ApiClient,
    org: string,
    username: string,
    role = 'member',
  ): Promise<ApiResponse> => client.post(`/v1/org/${org}/members`, { username, role });

  it.each([
    [
      'with its first member',
      (client: ApiClient, slug: string) => addMember(client, slug, 'idp|new', 'admin'),
    ],
    ['with its first package', inRegistry],
  ])(
    'answers 409 to others who create in the registry, %s, an organization of the hub',
    async (_how, startSignIn) => {
      const slug = aSlug();
      const owner = await somebody();
      expect((await inHub(owner.client, slug)).status).toBe(201);
      for (const spelling of [slug, slug.toUpperCase()]) {
        const stranger = await somebody(`org/${spelling}/`);
        const { status, body } = await startSignIn(stranger.client, spelling);
        expect({ status, code: body.error.code as string }).toEqual({ status: 409, code: 'conflict' });
      }
      expect(await organizations(t, slug)).toEqual({ hub: 1, registry: 0 });
    },
  );

  it('lets owners and administrators of the hub’s organization create it in the registry, but not members', async () => {
    for (const [role, status] of [
      ['OWNER', 200],
      ['ADMIN', 200],
      ['MEMBER', 409],
    ] as const) {
      const slug = aSlug();
      const { body } = await inHub((await somebody()).client, slug);
      const user = await somebody(`org/${slug}/`);
      await t.rows(
        `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())`,
        [body.id, user.id, role],
      );
      expect((await inRegistry(user.client, slug)).status).toBe(status);
    }
  });

  it('lets registry and platform administrators create in the registry an organization of the hub', async () => {
    const slug = aSlug();
    await inHub((await somebody()).client, slug);
    expect((await inRegistry((await administrator()).client, slug)).status).toBe(200);
    const other = aSlug();
    await inHub((await somebody()).client, other);
    const root = await somebody(`org/${other}/`);
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [root.id]);
    expect((await inRegistry(root.client, other)).status).toBe(200);
  });

  it('reserves the name of an organization that was deleted in the hub', async () => {
    const slug = aSlug();
    const owner = await somebody(`org/${slug}/`);
    const { body } = await inHub(owner.client, slug);
    await t.rows(`UPDATE organization SET status = 'DELETED' WHERE id = $1`, [body.id]);
    expect((await inRegistry(owner.client, slug)).status).toBe(409);
    expect((await inHub(owner.client, slug)).status).toBe(409);
    expect((await inRegistry((await administrator()).client, slug)).status).toBe(403);
  });

  it('does not check the name again once the registry has the organization, but who publishes (26)', async () => {
    const slug = aSlug();
    const { body } = await inHub((await somebody()).client, slug);
    await inRegistry((await administrator()).client, slug);
    const publisher = await somebody(`org/${slug}/`);
    expect((await publish(publisher.client, `${slug}/more`, '1.0.0')).status).toBe(403);
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'MEMBER', now())`,
      [body.id, publisher.id],
    );
    expect((await publish(publisher.client, `${slug}/more`, '1.0.0')).status).toBe(200);
  });

  it('answers 409 to others and plain members who create in the hub an organization of the registry', async () => {
    const slug = aSlug();
    const root = await administrator();
    const member = await somebody();
    await addMember(root.client, slug, root.subject, 'admin');
    await addMember(root.client, slug, member.subject);
    for (const { client } of [await somebody(), member, await somebody(`org/${slug}/`)]) {
      for (const spelling of [slug, slug.toUpperCase()]) {
        const { status, body } = await inHub(client, spelling);
        expect({ status, error: body.error as string }).toEqual({ status: 409, error: 'conflict' });
      }
    }
    expect(await organizations(t, slug)).toEqual({ hub: 0, registry: 1 });
  });

  it('lets the registry’s administrators of the organization create it in the hub, with the same spelling', async () => {
    const slug = aSlug();
    const owner = await somebody();
    await addMember((await administrator()).client, slug, owner.subject, 'admin');
    const other = await inHub(owner.client, slug.toUpperCase());
    expect(other.status).toBe(409);
    expect(other.body.message).toContain(slug);
    expect((await inHub(owner.client, slug)).status).toBe(201);
  });

  it('lets platform administrators create it in the hub, for themselves and for others', async () => {
    const root = await somebody();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [root.id]);
    for (const path of ['/api/v1/orgs', '/api/v1/admin/orgs']) {
      const slug = aSlug();
      await addMember((await administrator()).client, slug, 'idp|somebody', 'admin');
      expect((await root.client.post(path, ofHub(slug))).status).toBe(201);
    }
  });

  it('gives a name to one of two users who create it in both concurrently', async () => {
    for (let round = 0; round < 12; round += 1) {
      const slug = aSlug();
      const [one, two] = [await somebody(), await somebody(`org/${slug}/`)];
      const answers = await Promise.all(
        round % 2 === 0
          ? [inHub(one.client, slug), inRegistry(two.client, slug)]
          : [inRegistry(two.client, slug), inHub(one.client, slug)],
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect([
        [200, 409],
        [201, 409],
      ]).toContainEqual(statuses);
      expect(Object.values(await organizations(t, slug)).sort()).toEqual([0, 1]);
    }
  });
});

/** In OSS mode with the built-in provider, users of the hub are local users of the registry. */
describe('one owner per name, of local users', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(BROWSER_SETTINGS);
  });
  afterAll(() => t.close());

  /** Creates an organization in the hub, signed in as the local user. */
  async function inHub(username: string, slug: string): Promise<number> {
    await t.actors.user(username);
    const browser = browserOf(t);
    await signIn(browser, username, PASSWORD);
    await t.rows(
      `UPDATE hub_user SET plan = 'ENTERPRISE'
        WHERE issuer = $1 AND subject = (SELECT id::text FROM local_user WHERE username = $2)`,
      [LOCAL_ISSUER, username],
    );
    const cookie = Object.entries(browser.jar(PUBLIC_URL))
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const answer = await fetch(`${t.url}/api/v1/orgs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: ORIGIN, Cookie: cookie },
      body: JSON.stringify(ofHub(slug)),
    });
    return answer.status;
  }

  it('a user of the hub can create the organizations that they administer in the registry, and no others of the registry', async () => {
    const slug = aSlug();
    const { username: admin } = await t.actors.member(slug, 'admin');
    const { username: member } = await t.actors.member(slug, 'member');
    expect(await inHub('stranger', slug)).toBe(409);
    expect(await inHub(member, slug)).toBe(409);
    expect(await inHub(admin, slug)).toBe(201);
  });

  it('an administrator of the registry can create any', async () => {
    const slug = aSlug();
    await t.actors.member(slug, 'admin');
    const { username } = await t.actors.admin();
    expect(await inHub(username, slug)).toBe(201);
  });

  it('only the owner of the hub’s organization can create it in the registry', async () => {
    const slug = aSlug();
    expect(await inHub('owner', slug)).toBe(201);
    const claims = { scopes: SCOPES, resources: [`org/${slug}/`] };
    await t.actors.user('other');
    expect(
      (await publish(await t.actors.bearer({ ...claims, sub: 'other' }), `${slug}/a`, '1.0.0')).status,
    ).toBe(409);
    expect(
      (await publish(await t.actors.bearer({ ...claims, sub: 'ci' }), `${slug}/a`, '1.0.0')).status,
    ).toBe(409);
    expect(
      (await publish(await t.actors.bearer({ ...claims, sub: 'owner' }), `${slug}/a`, '1.0.0')).status,
    ).toBe(200);
  });

  it('the hub itself can publish for its organizations', async () => {
    const slug = aSlug();
    expect(await inHub('hub-owner', slug)).toBe(201);
    const service = await t.actors.bearer({ scopes: ['admin:publish'], resources: [] });
    expect((await publish(service, `${slug}/files`, '1.0.0')).status).toBe(200);
  });

  it('an operator at the command line can create any', async () => {
    const slug = aSlug();
    expect(await inHub('surprised', slug)).toBe(201);
    const { username } = await t.actors.member(slug, 'admin');
    expect(username).toBe(`${slug}-admin`);
  });
});
