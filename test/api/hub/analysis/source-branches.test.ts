import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
let root: HubUserActor;
beforeAll(async () => {
  root = await platformAdmin(t, actors);
});

const MCPS = '/api/v1/admin/mcps';
const create = (body: object) =>
  root.post(MCPS, {
    name: `acme/mcp-${randomUUID().slice(0, 8)}`,
    repo_url: 'https://github.com/acme/files',
    ...body,
  });
const change = (id: unknown, json: object) => root.send('PUT', `${MCPS}/${String(id)}`, { json });
const lookups = async (id: unknown): Promise<number> =>
  (await t.rows(`SELECT id FROM source_event WHERE mcp_id = $1 AND ref = 'HEAD'`, [id])).length;

describe('the branches of an MCP', () => {
  it.each<[string, unknown]>([
    ['branch', 'refs/heads/main'],
    ['branch', 'a..b'],
    ['branch', '-x'],
    ['branch', ''],
    ['branch', 'x'.repeat(201)],
    ['branch', 1],
    ['preview_branches', 'main'],
    ['preview_branches', ['-x']],
    ['preview_branches', Array.from({ length: 21 }, (_no, index) => `b${index}`)],
    ['preview_branches', { '*': true }],
  ])('are refused with %s %j, by a name of the field', async (field, value) => {
    const { status, body } = await create({ [field]: value });
    expect(status).toBe(400);
    expect(body.message).toMatch(new RegExp(`^${field} must be `));
    const { body: mcp } = await create({});
    expect((await change(mcp.id, { [field]: value })).status).toBe(400);
  });

  it('are the default branch and no previews, unless the source says otherwise', async () => {
    expect((await create({})).body).toMatchObject({ branch: null, preview_branches: false });
    const { body } = await create({ branch: 'release/2', preview_branches: ['feature/*', 'next'] });
    expect(body).toMatchObject({ branch: 'release/2', preview_branches: ['feature/*', 'next'] });
    expect((await root.get(`${MCPS}/${String(body.id)}`)).body).toEqual(body);
  });

  it('can be changed, which looks up the branch that is followed then, and is in the trail', async () => {
    const { body } = await create({});
    await t.rows('UPDATE source_event SET taken_at = now() WHERE mcp_id = $1', [body.id]);
    const changed = await change(body.id, { branch: 'release/2', preview_branches: true });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { branch: 'release/2', preview_branches: true },
    ]);
    expect(await lookups(body.id)).toBe(2);
    const back = await change(body.id, { branch: null, preview_branches: false });
    expect([back.status, back.body]).toMatchObject([200, { branch: null, preview_branches: false }]);
    const events = await t.rows<{ details: unknown }>(
      `SELECT details FROM audit_event WHERE resource_id = $1 AND action = 'mcp.updated' ORDER BY occurred_at, position`,
      [body.id],
    );
    expect(events.map(({ details }) => details)).toEqual([
      {
        changes: {
          branch: { from: null, to: 'release/2' },
          preview_branches: { from: false, to: true },
        },
      },
      {
        changes: {
          branch: { from: 'release/2', to: null },
          preview_branches: { from: true, to: false },
        },
      },
    ]);
  });
});
