import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aMcp, aTerm } from '../../../support/catalog.js';
import { HubActors, HubIdp, type HubUserActor } from '../../../support/hub-actors.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let idp: HubIdp;
let t: TestApp;
let root: HubUserActor;
let orgId: string;
let categoryId: string;
beforeAll(async () => {
  idp = await HubIdp.start();
  t = await startTestApp({ ...idp.settings, PLATFORM_ADMIN_EMAILS: 'root@example.com' });
  const actors = new HubActors(t, idp);
  root = await actors.user({ name: 'root' });
  orgId = (await actors.organization()).id;
  categoryId = await aTerm(t, 'category', 'databases');
  await aMcp(t, { name: 'list/plain' });
  await aMcp(t, { name: 'list/official', origin: 'official', featured: true });
  await aMcp(t, { name: 'list/private', visibility: 'private', org_id: orgId });
  await aMcp(t, { name: 'list/database', category_id: categoryId, org_id: orgId });
});
afterAll(async () => {
  await t.close();
  await idp.close();
});

const list = (query: string) => root.get(`/api/v1/admin/mcps?${query}`);
const named = async (query: string): Promise<string[]> =>
  ((await list(query)).body.mcps as { name: string }[]).map(({ name }) => name.replace('list/', ''));

describe('GET /api/v1/admin/mcps', () => {
  it.each([
    ['visibility', 'visibility=secret'],
    ['visibility', 'visibility='],
    ['visibility', 'visibility=public&visibility=private'],
    ['origin', 'origin=COMMUNITY'],
    ['org_id', 'org_id=acme'],
    ['org_id', 'org_id=%00'],
    ['category', 'category='],
    ['category', 'category=a%00'],
    ['category', `category=${'a'.repeat(101)}`],
    ['featured', 'featured=1'],
    ['featured', 'featured='],
    ['featured', 'featured=true&featured=true'],
    ['q', 'q=a&query=b'],
    ['q', 'q=%00'],
    ['limit', 'limit=101'],
    ['offset', 'offset=-1'],
  ])('answers 400 naming %s for %s', async (field, query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'bad_request', message: expect.stringMatching(`^${field} `) });
  });

  it.each<[string, string[]]>([
    ['', ['database', 'private', 'official', 'plain']],
    ['visibility=private', ['private']],
    ['visibility=public', ['database', 'official', 'plain']],
    ['origin=official', ['official']],
    ['featured=true', ['official']],
    ['featured=false', ['database', 'private', 'plain']],
    ['category=databases', ['database']],
    ['category=unknown', []],
    ['q=list%2Fp', ['private', 'plain']],
    ['q=plain&visibility=private', []],
    ['query=LIST&origin=community&featured=false&visibility=public', ['database', 'plain']],
    ['limit=2&offset=1', ['private', 'official']],
    ['limit=2&offset=3', ['plain']],
  ])('?%s', async (query, names) => {
    expect(await named(query)).toEqual(names);
  });

  it('filters by organization and by category id; an unknown one has none', async () => {
    expect(await named(`org_id=${orgId}`)).toEqual(['database', 'private']);
    expect(await named(`category=${categoryId}`)).toEqual(['database']);
    expect((await list(`org_id=${randomUUID()}`)).body).toMatchObject({ mcps: [], total: 0 });
  });

  it('has the exact total, and shows the organization and area of each', async () => {
    const { body } = await list('q=private&limit=1');
    expect(body).toMatchObject({ total: 1, limit: 1, offset: 0 });
    expect(body.mcps[0]).toMatchObject({ org_id: orgId, area_id: null, source: null, visibility: 'private' });
    expect((await list('limit=1')).body.total).toBe(4);
  });
});
