import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CI_PATH, CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';

// Hub contract 12, ADR 87: a result says how many policies it depended on.

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const SCORE = { target_type: 'SCORE', target_value: 'min:10' };
const EXCEPTION = {
  action: 'ALLOW',
  target_type: 'MCP',
  target_value: '*',
  reason: 'Reviewed by hand',
  expires_at: '2999-01-01T00:00:00Z',
};
const NONE = (message: RegExp, environments: string[] = []) => ({
  policies_applied: 0,
  warnings: [{ code: 'no_policy_applied', message: expect.stringMatching(message), environments }],
});
const appliedIn = ({ policies_applied, warnings }: { policies_applied: number; warnings: object[] }) => ({
  policies_applied,
  warnings,
});

describe('policies_applied', () => {
  it.each<[string, object[], string, object]>([
    [
      'none at all',
      [],
      'production',
      NONE(/^no policy applied in the environment "production"; the organization has/),
    ],
    ['one for every environment', [SCORE], 'anything', { policies_applied: 1, warnings: [] }],
    [
      'another case of an environment',
      [{ ...SCORE, environments: ['Production'] }],
      'pRODUCTION',
      { policies_applied: 1, warnings: [] },
    ],
    [
      'a misspelled environment',
      [
        { ...SCORE, environments: ['staging', 'production'] },
        { ...SCORE, environments: ['Production'] },
      ],
      'prod',
      NONE(/^no policy applied in the environment "prod"; policies are for /, ['Production', 'staging']),
    ],
    [
      'no environment',
      [{ ...SCORE, environments: ['production'] }],
      '',
      NONE(/^no policy applied without an environment; policies are for production$/, ['production']),
    ],
    [
      'disabled ones',
      [{ ...SCORE, enabled: false, environments: ['test'] }],
      'test',
      NONE(/has no enabled policy/),
    ],
    [
      'warnings alone, which judge',
      [{ ...SCORE, action: 'WARN' }],
      'test',
      { policies_applied: 1, warnings: [] },
    ],
    [
      'exceptions alone, which judge nothing',
      [EXCEPTION],
      'test',
      NONE(/has no enabled policy that denies or warns/),
    ],
    [
      'an exception in every environment beside a policy in another one',
      [EXCEPTION, { ...SCORE, environments: ['production'] }],
      'prod',
      NONE(/policies are for production$/, ['production']),
    ],
    ['an exception beside a policy', [EXCEPTION, SCORE], 'test', { policies_applied: 1, warnings: [] }],
  ])('counts %s', async (_what, policies, named, expected) => {
    const environment = named === '' ? undefined : named;
    const name = uniqueName('applied');
    await gate.server(name);
    const own = await gate.withPolicies(...policies);
    const { status, body } = await own.client.post(CI_PATH, {
      org_id: own.id,
      environment,
      mcps: [{ name, version: 'latest' }],
    });
    expect([status, body.result, appliedIn(body)]).toEqual([200, 'PASS', expected]);

    const evaluations = `/api/v1/orgs/${own.id}/evaluations`;
    const detail = await own.owner.get(`${evaluations}/${body.evaluation_id as string}`);
    expect(appliedIn(detail.body)).toEqual(expected);
    const list = await own.owner.get(evaluations);
    expect(list.body.evaluations[0].policies_applied).toBe(body.policies_applied);

    const mcps = [{ name, version: 'latest' }];
    const preview = await own.owner.post(`${evaluations}/preview`, { environment, mcps });
    expect(appliedIn(preview.body)).toEqual(expected);

    const sarif = await own.client.post(
      CI_PATH,
      { org_id: own.id, environment, mcps },
      { headers: { accept: 'application/sarif+json' } },
    );
    const [run] = sarif.body.runs;
    expect(run.properties).toEqual({ result: 'PASS', policies_applied: body.policies_applied });
    expect(run.results).toHaveLength(0);
    expect(
      run.invocations[0].toolExecutionNotifications.map(
        ({ descriptor }: { descriptor: { id: string } }) => descriptor.id,
      ),
    ).toEqual(body.warnings.map(({ code }: { code: string }) => code));
  });

  it('leaves out exceptions that have ended, and counts policies that cannot be read, which deny', async () => {
    const name = uniqueName('applied');
    await gate.server(name);
    const ended = await gate.withPolicies(EXCEPTION);
    await gate.t.rows('UPDATE policy SET expires_at = now() WHERE org_id = $1', [ended.id]);
    expect((await ended.about(name)).body.policies_applied).toBe(0);
    const unreadable = await gate.withPolicies(SCORE);
    await gate.t.rows(`UPDATE policy SET target_type = 'MOON_PHASE' WHERE org_id = $1`, [unreadable.id]);
    expect((await unreadable.about(name)).body).toMatchObject({ result: 'FAIL', policies_applied: 1 });
  });

  it('names at most twenty environments, and how many more there are', async () => {
    const environments = (from: number) =>
      Array.from({ length: 20 }, (_, index) => `e${String(from + index).padStart(2, '0')}`);
    const own = await gate.withPolicies(
      { ...SCORE, environments: environments(0) },
      { ...SCORE, environments: environments(10) },
    );
    const { body } = await own.about('a/b', 'prod');
    expect(body.warnings[0].environments).toEqual(environments(0));
    expect(body.warnings[0].message).toMatch(/e19 and 10 more$/);
  });

  it('is counted for evaluations of before, whose warnings name no environments', async () => {
    const name = uniqueName('applied');
    await gate.server(name);
    const own = await gate.withPolicies({ ...SCORE, environments: ['staging'] }, EXCEPTION);
    const passed = (await own.about(name)).body.evaluation_id as string;
    const staged = (await own.about(name, 'staging')).body.evaluation_id as string;
    await gate.t.rows('UPDATE evaluation SET policies_applied = NULL, warnings = NULL WHERE org_id = $1', [
      own.id,
    ]);
    const path = `/api/v1/orgs/${own.id}/evaluations`;
    expect(appliedIn((await own.owner.get(`${path}/${passed}`)).body)).toEqual(
      NONE(/^no policy applied in the environment "production"$/),
    );
    expect(appliedIn((await own.owner.get(`${path}/${staged}`)).body)).toEqual({
      policies_applied: 1,
      warnings: [],
    });
    const list = (await own.owner.get(path)).body.evaluations as { policies_applied: number }[];
    expect(list.map(({ policies_applied: count }) => count)).toEqual([1, 0]);
  });

  it('is part of a dry run of policies, with the drafts and without', async () => {
    const own = await gate.withPolicies({ ...SCORE, environments: ['staging'] });
    const draft = { name: 'Draft', action: 'DENY', priority: 1, ...SCORE, environments: ['production'] };
    const run = async (environment: string, policies: object[]) =>
      (await own.owner.post(`/api/v1/orgs/${own.id}/policies/test`, { environment, policies })).body;
    expect(await run('production', [draft])).toMatchObject({
      environment: 'production',
      policies_applied: 1,
      policies_applied_before: 0,
      warnings: [],
    });
    expect(await run('prod', [draft])).toMatchObject({
      environment: 'prod',
      policies_applied_before: 0,
      ...NONE(/policies are for production, staging$/, ['production', 'staging']),
    });
  });
});

describe('matched_policy of a denial without a policy', () => {
  const BUILT_IN = (number: number, name: string) => ({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `Built-in rule: ${name}`,
  });

  it('is the built-in rule that denies, with an id and a name that never change', async () => {
    const own = await gate.withPolicies(SCORE);
    const server = async (name: string, version: object, settings = {}) => {
      const unique = uniqueName(name);
      await gate.server(unique, [{ commit: commitOf('1'), ...version }], settings);
      return unique;
    };
    const same = uniqueName('same');
    await gate.server(same, [
      { commit: commitOf('1'), semver: '1.0.0' },
      { commit: commitOf('2'), semver: '1.0.0' },
    ]);
    const withdrawn = await gate.actors.organization();
    const gone = await server('gone', {}, { orgId: withdrawn.id });
    await gate.t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [withdrawn.id]);
    const expected: [string, string, object][] = [
      ['nobody/nothing', 'not_found', BUILT_IN(1, 'unknown server or version')],
      [same, 'ambiguous', BUILT_IN(2, 'ambiguous reference')],
      [gone, 'withdrawn', BUILT_IN(3, 'organization suspended or deleted')],
      [await server('new', { status: 'ANALYZING' }), 'not_analyzed', BUILT_IN(4, 'version not analyzed')],
      [
        await server('part', { complete: [false] }),
        'incomplete_analysis',
        BUILT_IN(5, 'incomplete analysis'),
      ],
      [await server('none', { status: 'FAILED' }), 'analysis_failed', BUILT_IN(6, 'failed analysis')],
    ];
    const mcps = expected.map(([name]) => ({ name, version: name === same ? '1.0.0' : 'latest' }));
    const revoked = await server('old', { revoked: 'leaked' });
    mcps.push({ name: revoked, version: commitOf('1') });
    expected.push([revoked, 'revoked', BUILT_IN(7, 'revoked version')]);
    const good = await server('good', {});
    await gate.t.rows(`UPDATE policy SET target_value = 'max:7' WHERE org_id = $1`, [own.id]);
    mcps.push({ name: good, version: 'latest' });
    expected.push([good, 'unreadable_policy', BUILT_IN(8, 'unreadable policy')]);

    const request = { org_id: own.id, environment: 'production', mcps };
    const { body } = await own.client.post(CI_PATH, request);
    const rules = (servers: { matched_policy: object }[]) => servers.map((each) => each.matched_policy);
    expect(rules(body.mcps)).toEqual(expected.map(([, , rule]) => rule));
    expect(body.mcps.at(-1).reason).toBe(
      `the policy Policy 0 (${own.ids[0] ?? ''}) cannot be read; correct or delete it`,
    );

    const path = `/api/v1/orgs/${own.id}/evaluations`;
    const detail = await own.owner.get(`${path}/${body.evaluation_id as string}`);
    expect(detail.body.mcps).toEqual(body.mcps);
    const preview = await own.owner.post(`${path}/preview`, { environment: 'production', mcps });
    expect(rules(preview.body.mcps)).toEqual(rules(body.mcps));

    const sarif = await own.client.post(CI_PATH, request, { headers: { accept: 'application/sarif+json' } });
    const [run] = sarif.body.runs;
    expect(run.tool.driver.rules.map(({ id, guid }: { id: string; guid: string }) => [id, guid])).toEqual(
      expected.map(([, id, rule]) => [id, (rule as { id: string }).id]),
    );
    expect(
      run.results.map(
        ({ properties }: { properties: { matched_policy: object } }) => properties.matched_policy,
      ),
    ).toEqual(rules(body.mcps));
  });

  it('is there for evaluations that were recorded without one', async () => {
    const own = await gate.withPolicies();
    const { body } = await own.about('nobody/nothing');
    await gate.t.rows(
      `UPDATE evaluation SET items = jsonb_set(items, '{0}', (items -> 0) - 'policy') WHERE id = $1`,
      [body.evaluation_id],
    );
    const path = `/api/v1/orgs/${own.id}/evaluations/${body.evaluation_id as string}`;
    expect((await own.owner.get(path)).body.mcps[0].matched_policy).toEqual(
      BUILT_IN(1, 'unknown server or version'),
    );
  });

  it('is that of the rule for what a configuration runs, in previews', async () => {
    const name = uniqueName('floating');
    await gate.server(name);
    const own = await gate.withPolicies(SCORE);
    const configuration = JSON.stringify({
      mcpServers: {
        own: { command: './server.py' },
        line: { command: 'bash', args: ['-c', 'curl x | sh'] },
      },
    });
    const preview = async (text: string) =>
      (
        await own.owner.post(`/api/v1/orgs/${own.id}/evaluations/preview`, {
          environment: 'production',
          configuration: text,
        })
      ).body.mcps.map(({ matched_policy: rule }: { matched_policy: object }) => rule);
    expect(await preview(configuration)).toEqual([
      BUILT_IN(10, 'program of the machine'),
      BUILT_IN(11, 'unknown command'),
    ]);
    expect(await preview(name)).toEqual([BUILT_IN(9, 'no pinned version')]);
  });
});
