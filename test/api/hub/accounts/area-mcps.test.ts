import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aMcp } from '../../../support/catalog.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

let org: { id: string; owner: HubUserActor };
let area: string;
let mcp: string;

const anArea = async (of: typeof org): Promise<string> => {
  const slug = `area-${randomUUID().slice(0, 8)}`;
  const json = { name: 'Platform', slug, description: '' };
  const { status, body, text } = await of.owner.post(`/api/v1/orgs/${of.id}/areas`, json);
  if (status !== 201) throw new Error(text);
  return body.id as string;
};
const pathOf = (areaId: string, mcpId: string, orgId = org.id): string =>
  `/api/v1/orgs/${orgId}/areas/${areaId}/mcps/${mcpId}`;
const put = (path: string, client: Pick<HubUserActor, 'send'> = org.owner) => client.send('PUT', path, {});

const areaOf = async (id: string): Promise<string | null | undefined> =>
  (await t.rows<{ area_id: string | null }>('SELECT area_id FROM mcp WHERE id = $1', [id]))[0]?.area_id;
const listed = async (areaId: string): Promise<string[]> => {
  const { body } = await org.owner.get(`/api/v1/orgs/${org.id}/mcps?area_id=${areaId}`);
  return (body.mcps as { id: string }[]).map(({ id }) => id);
};
const moves = () =>
  t.rows<{ details: { changes: unknown } }>(
    `SELECT details FROM audit_event WHERE chain_id = $1 AND action = 'mcp.moved'`,
    [org.id],
  );

beforeEach(async () => {
  org = await actors.organization();
  area = await anArea(org);
  mcp = (await aMcp(t, { org_id: org.id, visibility: 'private' })).id;
});

describe('PUT and DELETE /api/v1/orgs/{orgId}/areas/{areaId}/mcps/{mcpId}', () => {
  it('are 404 for areas and MCPs of others, and for those that do not exist', async () => {
    const other = await actors.organization();
    const foreign = (await aMcp(t, { org_id: other.id })).id;
    const platform = (await aMcp(t)).id;
    const paths = [
      ...[foreign, platform, randomUUID(), 'x'].map((id) => pathOf(area, id)),
      ...[await anArea(other), randomUUID(), 'x'].map((id) => pathOf(id, mcp)),
    ];
    for (const path of paths) {
      expect([path, (await put(path)).status]).toEqual([path, 404]);
      expect([path, (await org.owner.delete(path)).status]).toEqual([path, 404]);
    }
    expect((await put(pathOf(area, mcp), other.owner)).status).toBe(404);
    expect([await areaOf(mcp), await areaOf(foreign), await areaOf(platform), await moves()]).toEqual([
      null,
      null,
      null,
      [],
    ]);
  });

  it('are refused without the permission area:write, and without the Enterprise plan', async () => {
    const member = await actors.member(org.id, 'MEMBER');
    expect((await put(pathOf(area, mcp), member)).status).toBe(403);
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [org.id]);
    expect((await put(pathOf(area, mcp))).body.error).toBe('enterprise_required');
    expect(await areaOf(mcp)).toBeNull();
  });

  it('put an MCP into an area, out of another one, and out again, and record each move once', async () => {
    const second = await anArea(org);
    expect((await put(pathOf(area, mcp))).status).toBe(204);
    expect((await put(pathOf(area, mcp))).status).toBe(204);
    expect(await listed(area)).toEqual([mcp]);
    expect((await put(pathOf(second, mcp))).status).toBe(204);
    expect([await listed(area), await listed(second)]).toEqual([[], [mcp]]);
    expect((await org.owner.delete(pathOf(area, mcp))).status).toBe(404);
    expect((await org.owner.delete(pathOf(second, mcp))).status).toBe(204);
    expect(await areaOf(mcp)).toBeNull();
    const changes = (await moves()).map(({ details }) => details.changes);
    expect(changes).toEqual([
      { area_id: { from: null, to: area } },
      { area_id: { from: area, to: second } },
      { area_id: { from: second, to: null } },
    ]);
  });

  it('leave one area when two callers move an MCP at once', async () => {
    const areas = [area, await anArea(org), await anArea(org)];
    const answers = await Promise.all(areas.map((id) => put(pathOf(id, mcp))));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(areas).toContain(await areaOf(mcp));
    expect(await moves()).toHaveLength(3);
  });
});
