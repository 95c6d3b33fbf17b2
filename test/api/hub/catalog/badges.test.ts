import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CiGate, commitOf, uniqueName, type VersionRow } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const badgeOf = (mcpId: string, query = ''): string => `/api/v1/mcps/${mcpId}/badge.svg${query}`;
const addressOf = (orgId: string, mcpId: string): string => `/api/v1/orgs/${orgId}/mcps/${mcpId}/badge`;
const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;

const VERSION: VersionRow = { commit: commitOf('1'), score: 86, level: 2 };

/** A server whose versions show their results, as recorded ones do. */
async function server(versions: readonly VersionRow[], options: object = {}): Promise<string> {
  const id = await gate.server(uniqueName('badge'), versions, options);
  await gate.t.rows(
    `UPDATE mcp_version v SET global_score = (SELECT s.global_score FROM snapshot s WHERE s.version_id = v.id LIMIT 1)
      WHERE mcp_id = $1`,
    [id],
  );
  return id;
}

describe('A badge is 404', () => {
  it('for an unknown MCP, and an id that is none', async () => {
    const anonymous = gate.t.actors.anonymous;
    expect((await anonymous.get(badgeOf(randomUUID()))).status).toBe(404);
    expect((await anonymous.get(badgeOf('acme'))).status).toBe(404);
  });

  it('for a private MCP, without its key or with another one', async () => {
    const id = await server([VERSION], { orgId: gate.org.id, visibility: 'private' });
    const other = await server([VERSION], { orgId: gate.org.id, visibility: 'private' });
    const { body } = await gate.org.owner.post(addressOf(gate.org.id, other));
    const key = new URL(body.url as string).search;
    for (const query of ['', key, `?key=${'a'.repeat(43)}`]) {
      expect((await gate.t.actors.anonymous.get(badgeOf(id, query))).status).toBe(404);
    }
    expect((await gate.t.actors.anonymous.get(badgeOf(id, '?key=short'))).status).toBe(400);
  });

  it('once its address is replaced or deleted', async () => {
    const id = await server([VERSION], { orgId: gate.org.id, visibility: 'private' });
    const first = (await gate.org.owner.post(addressOf(gate.org.id, id))).body.url as string;
    const second = (await gate.org.owner.post(addressOf(gate.org.id, id))).body.url as string;
    const statusOf = async (url: string) => (await gate.t.actors.anonymous.get(pathOf(url))).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect((await gate.org.owner.delete(addressOf(gate.org.id, id))).status).toBe(204);
    expect(await statusOf(second)).toBe(404);
    expect((await gate.org.owner.delete(addressOf(gate.org.id, id))).status).toBe(404);
  });

  it('while the organization is suspended', async () => {
    const org = await gate.actors.organization();
    const id = await server([VERSION], { orgId: org.id, visibility: 'private' });
    const { url } = (await org.owner.post(addressOf(org.id, id))).body as { url: string };
    await gate.t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [org.id]);
    expect((await gate.t.actors.anonymous.get(pathOf(url))).status).toBe(404);
  });
});

describe('The address of a badge', () => {
  it('is made by administrators, for MCPs of the organization only', async () => {
    const stranger = await gate.actors.organization();
    const id = await server([VERSION], { orgId: gate.org.id, visibility: 'private' });
    const member = await gate.actors.member(gate.org.id, 'MEMBER');
    expect((await member.post(addressOf(gate.org.id, id))).status).toBe(403);
    expect((await stranger.owner.post(addressOf(gate.org.id, id))).status).toBe(404);
    expect((await stranger.owner.post(addressOf(stranger.id, id))).status).toBe(404);
    expect((await stranger.owner.delete(addressOf(stranger.id, id))).status).toBe(404);
  });
});

describe('A badge shows', () => {
  it.each<[string, VersionRow[], string]>([
    ['the level and the score', [VERSION], 'level 2 · 86'],
    [
      'a version that is not certified',
      [{ ...VERSION, level: 0, status: 'NOT_CERTIFIED' }],
      'not certified · 86',
    ],
    [
      'that there is no result',
      [{ commit: commitOf('1'), status: 'ANALYZING', complete: [] }],
      'not analyzed',
    ],
    ['that there is no version', [], 'not analyzed'],
    [
      'the newest version that is not revoked',
      [VERSION, { commit: commitOf('2'), score: 99, level: 3, revoked: 'bad' }],
      'level 2 · 86',
    ],
  ])('%s', async (_what, versions, text) => {
    const id = await server(versions);
    const { status, headers, text: svg } = await gate.t.actors.anonymous.get(badgeOf(id));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(svg).toContain(`<title>mcp-hub: ${text}</title>`);
    expect(svg).toMatch(/^<svg [^]+<\/svg>\n$/);
  });

  it('a private MCP to its members', async () => {
    const id = await server([VERSION], { orgId: gate.org.id, visibility: 'private' });
    const { status, headers } = await gate.org.owner.get(badgeOf(id));
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=300']);
  });
});
