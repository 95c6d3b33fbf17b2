import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allowListOf, npmServer, pathOfList } from '../support/allow-lists.js';
import { ApiClient } from '../support/api-client.js';
import { CI_PATH, CiGate } from '../support/ci-gate.js';
import { ServerProcess } from '../support/server-process.js';

let gate: CiGate;
let folder: string;
/** A second server on the same database and Redis. */
let other: ServerProcess;

beforeAll(async () => {
  gate = await CiGate.start();
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-lists-'));
  other = await ServerProcess.start({ ...gate.replicaSettings, DATA_DIR: folder });
});
afterAll(async () => {
  await other.kill();
  await gate.close();
  await rm(folder, { recursive: true, force: true });
});

/** The same caller at both servers. */
const atBoth = (client: ApiClient): readonly [ApiClient, ApiClient] => [
  client,
  new ApiClient(other.url, client.credentials),
];
const anonymous = () => atBoth(gate.actors.anonymous);
const statuses = (path: string): Promise<number[]> =>
  Promise.all(anonymous().map(async (client) => (await client.get(path)).status));

describe('two servers with one database', () => {
  it('know a deleted or replaced address of a list nowhere any more, at once', async () => {
    const own = await gate.actors.organization();
    const owner = atBoth(own.owner);
    const lists = `/api/v1/orgs/${own.id}/allow-lists`;
    for (const at of [0, 1] as const) {
      const list = await allowListOf(own.owner, own.id);
      const file = (path: string): string => `${path}/managed-settings.json`;
      expect(await statuses(file(list.path))).toEqual([200, 200]);
      const rotated = await owner[at].post(`${lists}/${list.id}/rotate`);
      const path = pathOfList(rotated.body.url as string);
      expect([await statuses(file(list.path)), await statuses(file(path))]).toEqual([
        [404, 404],
        [200, 200],
      ]);
      expect((await owner[at].delete(`${lists}/${list.id}`)).status).toBe(204);
      expect(await statuses(file(path))).toEqual([404, 404]);
      expect(await statuses(`${path}/v0.1/servers`)).toEqual([404, 404]);
    }
  });

  it('show a change of policies at the next request, and know the validators of each other', async () => {
    const { pkg, name } = await npmServer(gate);
    const own = await gate.withPolicies();
    const owner = atBoth(own.owner);
    const { path } = await allowListOf(own.owner, own.id);
    const policies = `/api/v1/orgs/${own.id}/policies`;
    /** Whether each server has the package in its managed settings, its list and its gate. */
    const shown = async (at: 0 | 1): Promise<boolean[]> => {
      const client = anonymous()[at];
      const settings = await client.get(`${path}/managed-settings.json`);
      const list = await client.get(`${path}/v0.1/servers?search=${name}`);
      const body = { org_id: own.id, environment: 'production', mcps: [{ name, version: '1.0.0' }] };
      const { body: evaluation } = await atBoth(own.client)[at].post(CI_PATH, body);
      return [settings.text.includes(pkg), list.body.servers.length === 1, evaluation.result === 'PASS'];
    };
    expect([await shown(0), await shown(1)]).toEqual([
      [true, true, true],
      [true, true, true],
    ]);
    for (const at of [0, 1] as const) {
      const elsewhere = at === 0 ? 1 : 0;
      const { headers } = await anonymous()[at].get(`${path}/managed-settings.json`);
      const conditional = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
      const again = () => anonymous()[elsewhere].get(`${path}/managed-settings.json`, conditional);
      expect((await again()).status).toBe(304);
      const { body, status } = await owner[at].post(policies, {
        name: 'Not this one',
        action: 'DENY',
        target_type: 'MCP',
        target_value: name,
        priority: 1,
      });
      expect(status).toBe(201);
      expect((await again()).status).toBe(200);
      expect((await shown(elsewhere)).slice(1)).toEqual([false, false]);
      expect((await owner[at].delete(`${policies}/${body.id as string}`)).status).toBe(204);
      expect(await shown(elsewhere)).toEqual([true, true, true]);
    }
  });
});
