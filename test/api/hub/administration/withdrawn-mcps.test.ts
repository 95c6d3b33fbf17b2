import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../../support/api-client.js';
import { aMcp } from '../../../support/catalog.js';
import { CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { platformAdmin } from '../../../support/platform-admin.js';

let gate: CiGate;
let root: HubUserActor;
beforeAll(async () => {
  gate = await CiGate.start();
  root = await platformAdmin(gate.t, gate.actors);
});
afterAll(() => gate.close());

type End = 'suspended' | 'deleted';

const ends: Readonly<Record<End, (id: string) => Promise<ApiResponse>>> = {
  suspended: (id) => root.post(`/api/v1/admin/orgs/${id}/suspend`, {}),
  deleted: (id) => root.delete(`/api/v1/admin/orgs/${id}`),
};

/** An organization with a public and a private server, both analyzed. */
async function anOrganization() {
  const org = await gate.actors.organization();
  const servers = await Promise.all(
    ['public', 'private'].map(async (visibility) => {
      const mcp = await aMcp(gate.t, { org_id: org.id, name: `${org.slug}/${visibility}`, visibility });
      const version = await mcp.version();
      await version.snapshot();
      return { id: mcp.id, name: mcp.name, versionId: version.id };
    }),
  );
  const [shown, hidden] = servers;
  if (shown === undefined || hidden === undefined) throw new Error('two were made');
  return { ...org, shown, hidden };
}
type Org = Awaited<ReturnType<typeof anOrganization>>;

const pathsOf = ({ shown }: Org): string[] => {
  const one = `/api/v1/mcps/${shown.id}`;
  const version = `${one}/versions/${shown.versionId}`;
  return [
    one,
    `${one}/versions`,
    version,
    `${version}/snapshot/latest`,
    `${version}/controls`,
    `${version}/scores`,
    `/api/v1/mcps/${shown.name}`,
    `/api/v1/mcps/${shown.name}/versions`,
  ];
};

const statusesOf = (caller: ApiClient, org: Org): Promise<number[]> =>
  Promise.all(pathsOf(org).map(async (path) => (await caller.get(path)).status));

/** The names and total of a search for the organization's servers. */
const found = async (caller: ApiClient, { slug }: Org): Promise<unknown> => {
  const { body } = await caller.get(`/api/v1/mcps?q=${slug}`);
  return {
    total: body.total as number,
    names: (body.mcps as { name: string }[]).map(({ name }) => name).sort(),
  };
};

const total = async (caller: ApiClient): Promise<number> =>
  (await caller.get('/api/v1/mcps?limit=1')).body.total;

describe.each<[End]>([['suspended'], ['deleted']])(
  'the public servers of an organization that is %s',
  (end) => {
    it('are removed from lists, totals, searches, details, versions and names, also for its members', async () => {
      const org = await anOrganization();
      const member = await gate.actors.member(org.id, 'MEMBER');
      const others = [gate.actors.anonymous, await gate.actors.user(), gate.token];
      for (const caller of [...others, member, org.owner]) {
        expect(new Set(await statusesOf(caller, org))).toEqual(new Set([200]));
      }
      expect(await found(gate.actors.anonymous, org)).toEqual({ total: 1, names: [org.shown.name] });
      expect(await found(member, org)).toEqual({ total: 2, names: [org.hidden.name, org.shown.name] });
      const before = await total(gate.actors.anonymous);

      expect((await ends[end](org.id)).status).toBeLessThan(300);
      for (const caller of [...others, member, org.owner]) {
        expect(new Set(await statusesOf(caller, org))).toEqual(new Set([404]));
        expect(await found(caller, org)).toEqual({ total: 0, names: [] });
      }
      expect(await total(gate.actors.anonymous)).toBe(before - 1);
      const listed = (await gate.actors.anonymous.get('/api/v1/mcps?limit=100')).body.mcps as {
        id: string;
      }[];
      expect(listed.map(({ id }) => id)).not.toContain(org.shown.id);
    });

    it('are still visible to platform administrators', async () => {
      const org = await anOrganization();
      await ends[end](org.id);
      expect((await root.get(`/api/v1/admin/mcps/${org.shown.id}`)).status).toBe(200);
      expect((await root.get(`/api/v1/admin/mcps?org_id=${org.id}`)).body.total).toBe(2);
    });

    it('are denied at the gate with a reason, whatever the exceptions', async () => {
      const org = await gate.actors.organization();
      const name = uniqueName('withdrawn');
      await gate.server(name, undefined, { orgId: org.id });
      const lenient = await gate.withPolicies({
        action: 'ALLOW',
        target_type: 'MCP',
        target_value: '*',
        reason: 'everything',
        expires_at: new Date(Date.now() + 1e7).toISOString(),
      });
      expect((await lenient.about(name)).body.result).toBe('PASS');
      await ends[end](org.id);
      for (const { body } of [await lenient.about(name), await gate.ask({ name, version: '1.0.0' })]) {
        expect(body).toMatchObject({
          result: 'FAIL',
          mcps: [
            { name, result: 'DENIED', reason: 'the organization of the server is suspended or deleted' },
          ],
        });
      }
    });

    it('yield at the gate to a public server of the same name', async () => {
      const org = await gate.actors.organization();
      const name = uniqueName('twice');
      await gate.server(name, [{ commit: commitOf('1'), score: 11 }], { orgId: org.id });
      await gate.server(name, [{ commit: commitOf('2'), score: 22 }]);
      const [both] = (await gate.ask({ name, version: 'latest' })).body.mcps;
      expect(both.reason).toMatch(/several public servers/);
      await ends[end](org.id);
      const [one] = (await gate.ask({ name, version: 'latest' })).body.mcps;
      expect(one).toMatchObject({ result: 'ALLOWED', global_score: 22 });
    });

    it('include servers moved to it, but not those moved away', async () => {
      const org = await anOrganization();
      await ends[end](org.id);
      const late = await aMcp(gate.t, { org_id: org.id });
      const see = async (id: string): Promise<number> =>
        (await gate.actors.anonymous.get(`/api/v1/mcps/${id}`)).status;
      expect(await see(late.id)).toBe(404);
      expect(
        (await root.send('PUT', `/api/v1/admin/mcps/${late.id}`, { json: { org_id: null } })).status,
      ).toBe(200);
      expect(await see(late.id)).toBe(200);
    });
  },
);

describe('a public server that is created while its organization is suspended', () => {
  it('is never visible', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: orgId } = await gate.actors.organization();
      const request = { name: uniqueName('late'), repo_url: 'https://github.com/a/b', org_id: orgId };
      const [made, suspended] = await Promise.all([
        root.post('/api/v1/admin/mcps', request),
        ends.suspended(orgId),
      ]);
      expect([made.status, suspended.status]).toEqual([201, 200]);
      expect((await gate.actors.anonymous.get(`/api/v1/mcps/${made.body.id as string}`)).status).toBe(404);
    }
  });
});

describe('the servers of a reactivated organization', () => {
  it('are visible again', async () => {
    const org = await anOrganization();
    await ends.suspended(org.id);
    expect((await root.post(`/api/v1/admin/orgs/${org.id}/activate`, {})).status).toBe(200);
    expect(new Set(await statusesOf(gate.actors.anonymous, org))).toEqual(new Set([200]));
    expect(await found(gate.actors.anonymous, org)).toEqual({ total: 1, names: [org.shown.name] });
  });
});
