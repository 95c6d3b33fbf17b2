import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import { CI_PATH, CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

describe('Accept: application/sarif+json', () => {
  const sarif = async (client: ApiClient, asked: object, accept = 'application/sarif+json') => {
    const { status, headers, body: log } = await client.post(CI_PATH, asked, { headers: { accept } });
    return { status, type: headers.get('content-type'), log };
  };

  it('returns SARIF 2.1.0 with one result per server that is denied or has a warning', async () => {
    const name = uniqueName('sarif');
    await gate.server(name, [{ commit: commitOf('8'), score: 60 }]);
    const { client, id, ids } = await gate.withPolicies(
      { action: 'WARN', target_type: 'SCORE', target_value: 'min:70' },
      { target_type: 'MCP', target_value: '*', environments: ['production'] },
    );
    const mcps = [
      { name, version: 'latest' },
      { name: 'nobody/[click](http://example.com)', version: '1.0.0' },
    ];
    const { status, type, log } = await sarif(client, { org_id: id, environment: 'production', mcps });
    expect({ status, type }).toEqual({ status: 200, type: 'application/sarif+json; charset=utf-8' });
    expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('2.1.0') });
    const [run] = log.runs;
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual([ids[1], 'not_found']);
    expect(run.invocations).toEqual([
      { executionSuccessful: true, endTimeUtc: expect.any(String), toolExecutionNotifications: [] },
    ]);
    expect(run.results).toEqual([
      {
        ruleId: ids[1],
        level: 'error',
        message: {
          text:
            `${name} latest: denied: the name matches * (policy Policy 1); ` +
            'warning: the global score, 60, is below 70 (policy Policy 0)',
        },
        locations: [{ logicalLocations: [{ name, fullyQualifiedName: `${name}@latest`, kind: 'module' }] }],
        properties: {
          result: 'DENIED',
          global_score: 60,
          matched_policy: { id: ids[1], name: 'Policy 1' },
        },
      },
      expect.objectContaining({
        ruleId: 'not_found',
        message: {
          text: expect.stringContaining(
            'nobody/\\[click\\](http://example.com) 1.0.0: denied: there is no such',
          ),
        },
      }),
    ]);
    const warned = await sarif(client, { org_id: id, environment: 'test', mcps: [mcps[0]] });
    expect(warned.log.runs[0].results).toMatchObject([
      { ruleId: ids[0], level: 'warning', properties: { result: 'ALLOWED' } },
    ]);
  });

  it('has no result when all servers pass', async () => {
    const name = uniqueName('clean');
    await gate.server(name);
    const { log } = await sarif(gate.token, gate.request({ mcps: [{ name, version: 'latest' }] }));
    expect(log.runs[0]).toMatchObject({ results: [], properties: { result: 'PASS' } });
  });

  it.each([
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
    ['application/sarif+json;q=0.5, application/json', 'application/json; charset=utf-8'],
    ['application/json;q=0.5, application/sarif+json', 'application/sarif+json; charset=utf-8'],
  ])('%s returns %s', async (accept, type) => {
    expect((await sarif(gate.token, gate.request(), accept)).type).toBe(type);
  });

  it('does not change errors', async () => {
    const { status, type } = await sarif(gate.token, gate.request({ mcps: [] }));
    expect({ status, type }).toEqual({ status: 400, type: 'application/json; charset=utf-8' });
  });
});
