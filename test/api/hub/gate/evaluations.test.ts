import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PolicySet } from '../../../../src/hub/gate/evaluation/policy-set.js';
import {
  policyOfRecord,
  subjectOfRecord,
} from '../../../../src/hub/gate/evaluation-records/evaluation-record.js';
import { CiGate, CI_PATH, commitOf, uniqueName } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const listPath = (orgId: string): string => `/api/v1/orgs/${orgId}/evaluations`;

describe('GET /api/v1/orgs/{orgId}/evaluations refuses', () => {
  it('people without the organization, and its pipelines', async () => {
    const stranger = await gate.actors.organization();
    expect((await stranger.owner.get(listPath(gate.org.id))).status).toBe(404);
    expect((await gate.token.get(listPath(gate.org.id))).status).toBe(403);
  });

  it.each([
    ['result=MAYBE', /^result /],
    ['environment=', /^environment /],
    ['limit=101', /^limit /],
    ['offset=2147483648', /^offset /],
  ])('?%s', async (query, message) => {
    const { status, body } = await gate.org.owner.get(`${listPath(gate.org.id)}?${query}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('evaluations of others, and ids that are none', async () => {
    const { body } = await gate.ask(gate.mcp);
    const stranger = await gate.actors.organization();
    const path = `${listPath(stranger.id)}/${body.evaluation_id as string}`;
    expect((await stranger.owner.get(path)).status).toBe(404);
    expect((await gate.org.owner.get(`${listPath(gate.org.id)}/${randomUUID()}`)).status).toBe(404);
    expect((await gate.org.owner.get(`${listPath(gate.org.id)}/x`)).status).toBe(404);
  });
});

describe('An evaluation is recorded', () => {
  it('with its result, servers and policies, newest first', async () => {
    const name = uniqueName('recorded');
    const mcpId = await gate.server(name, [{ commit: commitOf('1'), score: 45 }]);
    const own = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:50' });
    const first = (await own.about(name)).body;
    const second = (await own.about('nobody/nothing', 'staging')).body;
    const list = (await own.owner.get(listPath(own.id))).body;
    expect(list).toMatchObject({
      total: 2,
      evaluations: [
        { id: second.evaluation_id, result: 'FAIL', environment: 'staging', servers: 1, denied: 1 },
        { id: first.evaluation_id, result: 'FAIL', environment: 'production', token_id: own.client.id },
      ],
    });
    const detail = (await own.owner.get(`${listPath(own.id)}/${first.evaluation_id as string}`)).body;
    expect(detail.mcps).toEqual(first.mcps);
    expect(detail.mcps[0].understood).toMatchObject({
      as: 'catalog_name',
      mcp: { id: mcpId, name },
      snapshot_id: expect.any(String),
    });
    expect(detail.policies).toEqual([
      {
        id: own.ids[0],
        name: 'Policy 0',
        action: 'DENY',
        target_type: 'SCORE',
        target_value: 'min:50',
        priority: 0,
      },
    ]);
  });

  it('and found by result and environment', async () => {
    const name = uniqueName('filtered');
    await gate.server(name);
    const own = await gate.withPolicies();
    const passed = (await own.about(name, 'Staging')).body.evaluation_id;
    const failed = (await own.about('nobody/nothing')).body.evaluation_id;
    const idsOf = async (query: string) =>
      (await own.owner.get(`${listPath(own.id)}?${query}`)).body.evaluations.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsOf('result=PASS')).toEqual([passed]);
    expect(await idsOf('result=FAIL')).toEqual([failed]);
    expect(await idsOf('environment=staging')).toEqual([passed]);
    expect(await idsOf('environment=staging&result=FAIL')).toEqual([]);
  });

  it('with all that its decisions depended on, so that they can be made again', async () => {
    const names = [uniqueName('again'), uniqueName('again')];
    await gate.server(names[0] ?? '', [{ commit: commitOf('1'), score: 45, controls: { 'SEC-001': true } }]);
    await gate.server(
      names[1] ?? '',
      [{ commit: commitOf('2'), score: 95, controls: { 'SEC-001': false } }],
      {
        license: 'GPL-3.0-only',
      },
    );
    const own = await gate.withPolicies(
      { action: 'WARN', target_type: 'LICENSE', target_value: 'GPL-3.0-only' },
      { target_type: 'SCORE', target_value: 'min:50' },
      { action: 'WARN', target_type: 'CONTROL', target_value: 'SEC-001' },
      { target_type: 'ORIGIN', target_value: 'official', environments: ['staging'] },
    );
    const { body } = await own.client.post(CI_PATH, {
      org_id: own.id,
      environment: 'production',
      mcps: [...names, 'nobody/nothing'].map((name) => ({ name, version: 'latest' })),
    });
    await gate.t.rows('DELETE FROM policy WHERE org_id = $1', [own.id]);
    await gate.t.rows(`UPDATE mcp SET license = 'MIT', origin = 'official' WHERE name = ANY($1)`, [names]);
    const [record] = await gate.t.rows<{ policies: never[]; items: never[]; created_at: Date }>(
      'SELECT policies, items, created_at FROM evaluation WHERE id = $1',
      [body.evaluation_id],
    );
    if (record === undefined) throw new Error('there is no record');
    const policies = new PolicySet(record.policies.map(policyOfRecord), 'production', record.created_at);
    expect(policies.policies).toHaveLength(3);
    for (const item of record.items as {
      subject: never;
      result: string;
      reason?: string;
      warnings: object[];
    }[]) {
      const { result, reason, warnings } = policies.evaluate(subjectOfRecord(item.subject));
      expect({ result, reason, warnings }).toEqual({
        result: item.result,
        reason: item.reason,
        warnings: item.warnings,
      });
    }
    expect(record.items).toMatchObject([{ result: 'DENIED' }, { result: 'ALLOWED' }, { result: 'DENIED' }]);
  });
});
