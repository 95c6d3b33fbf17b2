import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CI_PATH, CiGate, commitOf, uniqueName, type VersionRow } from '../../../support/ci-gate.js';

const IN_REGISTRY = {
  kind: 'registry',
  org: 'acme',
  name: 'files',
  version: '1.0.0',
  bundle_digest: `sha256:${'a'.repeat(64)}`,
};

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

describe('A name refers to', () => {
  const resultsOf = async (...names: string[]) => {
    const { body } = await gate.ask(...names.map((name) => ({ name, version: 'latest' })));
    return body.mcps as { result: string; global_score: number | null; reason?: string }[];
  };

  it('the organization’s own server before public ones, in any spelling', async () => {
    const name = uniqueName('own');
    const stranger = await gate.actors.organization();
    await gate.server(name, [{ commit: commitOf('a'), score: 10 }]);
    await gate.server(name, [{ commit: commitOf('a'), score: 20 }], { orgId: stranger.id });
    await gate.server(name, [{ commit: commitOf('a'), score: 30 }], {
      orgId: gate.org.id,
      visibility: 'private',
    });
    for (const { global_score: score } of await resultsOf(name, name.toUpperCase())) expect(score).toBe(30);
  });

  it('nothing when it is private in another organization', async () => {
    const name = uniqueName('private');
    const stranger = await gate.actors.organization();
    await gate.server(name, undefined, { orgId: stranger.id, visibility: 'private' });
    const [foreign, unknown] = await resultsOf(name, uniqueName('unknown'));
    expect(foreign).toEqual({ ...unknown, name });
    expect(unknown).toMatchObject({ result: 'DENIED', reason: expect.stringMatching(/no such server/) });
  });

  it('nothing when several public servers have it', async () => {
    const name = uniqueName('twice');
    for (const { id } of [await gate.actors.organization(), await gate.actors.organization()]) {
      await gate.server(name, undefined, { orgId: id });
    }
    const [twice] = await resultsOf(name);
    expect(twice).toMatchObject({
      result: 'DENIED',
      reason: expect.stringMatching(/several public servers/),
    });
  });

  it('a literal, never a pattern or SQL', async () => {
    const name = uniqueName('plain');
    await gate.server(name);
    for (const odd of [name.replace('plain', '%'), '*', `' OR 1=1 --`, '{"a","b"}', 'NULL', '\\']) {
      expect((await resultsOf(odd))[0]).toMatchObject({ result: 'DENIED', global_score: null });
    }
  });
});

describe('A version can be', () => {
  const scoreOf = async (name: string, version: string): Promise<number | string | undefined> => {
    const [item] = (await gate.ask({ name, version })).body.mcps;
    return (item.global_score ?? item.reason) as number | string | undefined;
  };

  it.each([
    ['a visible version', 'commit-1111111-0', 10],
    ['a semantic version', '1.0.0', 10],
    ['a semantic version with v', 'v1.0.0', 10],
    ['a whole commit', '1'.repeat(40), 10],
    ['a commit prefix', '2222222', 20],
    ['a commit prefix in upper case', 'ABCDEFA', 30],
    ['latest: the highest final release', 'latest', 10],
  ])('%s', async (_what, version, score) => {
    const name = uniqueName('versions');
    await gate.server(name, [
      { commit: commitOf('1'), semver: '1.0.0', score: 10 },
      { commit: commitOf('2'), score: 20 },
      { commit: 'abcdefa'.padEnd(40, '0'), semver: '2.0.0-rc.1', score: 30 },
    ]);
    expect(await scoreOf(name, version)).toBe(score);
  });

  it.each(['1.0.1', '1.0', '>=1.0.0', '*', '111111', '1'.repeat(41), 'LATEST', 'commit-1111111', 'vv1.0.0'])(
    'not %s: denied',
    async (version) => {
      const name = uniqueName('none');
      await gate.server(name, [{ commit: commitOf('1'), semver: '1.0.0' }]);
      expect(await scoreOf(name, version)).toMatch(/no such version/);
    },
  );

  it('not one of another server', async () => {
    const [name, other] = [uniqueName('mine'), uniqueName('yours')];
    await gate.server(name, [{ commit: commitOf('1') }]);
    await gate.server(other, [{ commit: commitOf('2'), semver: '9.9.9' }]);
    expect(await scoreOf(name, '9.9.9')).toMatch(/no such version/);
    expect(await scoreOf(name, '2222222')).toMatch(/no such version/);
  });

  it('ambiguous for several commits, until it names one of them', async () => {
    const name = uniqueName('ambiguous');
    await gate.server(name, [
      { commit: `1111111${commitOf('2').slice(7)}`, semver: '1.0.0' },
      { commit: `1111111${commitOf('3').slice(7)}`, semver: '1.0.0' },
      { commit: commitOf('4'), semver: '2.0.0', score: 50 },
    ]);
    for (const version of ['1.0.0', '1111111']) {
      expect(await scoreOf(name, version)).toMatch(/several commits/);
    }
    expect(await scoreOf(name, '11111112')).toBe(80);
    for (const version of ['2.0.0', '4444444', 'latest']) expect(await scoreOf(name, version)).toBe(50);
  });

  it.each<[string, VersionRow[], number | RegExp]>([
    [
      'the newest analyzed one, after others that were not certified',
      [
        { commit: commitOf('1'), status: 'NOT_CERTIFIED', score: 10 },
        { commit: commitOf('2'), status: 'NOT_CERTIFIED', score: 20 },
        { commit: commitOf('3'), status: 'CERTIFIED', score: 30 },
      ],
      30,
    ],
    [
      'the newest analyzed one, while another is analyzed or failed',
      [
        { commit: commitOf('1'), status: 'NOT_CERTIFIED', score: 10 },
        { commit: commitOf('2'), status: 'FAILED', complete: [] },
        { commit: commitOf('3'), status: 'ANALYZING', complete: [] },
      ],
      10,
    ],
    [
      'none, if another is certified',
      [
        { commit: commitOf('1'), status: 'CERTIFIED' },
        { commit: commitOf('2'), status: 'NOT_CERTIFIED' },
      ],
      /several commits/,
    ],
    [
      'none, if both are certified',
      [
        { commit: commitOf('1'), status: 'PUBLISHED' },
        { commit: commitOf('2'), status: 'CERTIFIED' },
      ],
      /several commits/,
    ],
    [
      'none, if what the registry has is not certified, and a later tag is',
      [
        { commit: commitOf('1'), status: 'NOT_CERTIFIED', source: IN_REGISTRY, score: 10 },
        { commit: commitOf('2'), status: 'CERTIFIED', score: 90 },
      ],
      /several commits/,
    ],
    [
      'what the registry has, before a later tag that was not certified',
      [
        { commit: commitOf('1'), status: 'PUBLISHED', source: IN_REGISTRY, score: 70 },
        { commit: commitOf('2'), status: 'FAILED', complete: [] },
      ],
      70,
    ],
    [
      'what the registry has, before a later analyzed tag, though neither is certified',
      [
        { commit: commitOf('1'), status: 'NOT_CERTIFIED', source: IN_REGISTRY, score: 10 },
        { commit: commitOf('2'), status: 'NOT_CERTIFIED', score: 90 },
      ],
      10,
    ],
    [
      'what the registry has, even if only a tag is analyzed',
      [
        { commit: commitOf('1'), status: 'ANALYZING', complete: [], source: IN_REGISTRY },
        { commit: commitOf('2'), status: 'NOT_CERTIFIED', score: 90 },
      ],
      /not analyzed yet/,
    ],
  ])('of several commits with one semantic version: %s', async (_what, versions, expected) => {
    const name = uniqueName('pushed');
    await gate.server(
      name,
      versions.map((version) => ({ ...version, semver: '1.0.0' })),
    );
    const found = await scoreOf(name, '1.0.0');
    if (typeof expected === 'number') expect(found).toBe(expected);
    else expect(found).toMatch(expected);
  });

  const PENDING: [string, Partial<VersionRow>, string, string][] = [
    ['has no analysis', { complete: [] }, 'has no complete analysis', 'the version has no complete analysis'],
    [
      'has no complete analysis',
      { complete: [false, false] },
      'has no complete analysis',
      'the version has no complete analysis',
    ],
    ['is not analyzed yet', { status: 'INGESTED' }, 'is not analyzed yet', 'the version is not analyzed yet'],
    [
      'could not be analyzed',
      { status: 'FAILED' },
      'could not be analyzed',
      'the analysis of the version failed',
    ],
  ];

  it.each(PENDING)('denied, whatever the exceptions, when it %s', async (_what, change, state, reason) => {
    const name = uniqueName('pending');
    const [first, second] = [commitOf('1'), commitOf('2')];
    await gate.server(name, [
      { commit: first, semver: '1.0.0' },
      { commit: second, semver: '1.1.0', ...change },
    ]);
    const exception = { action: 'ALLOW', reason: 'x', expires_at: '2999-01-01T00:00:00Z' };
    const own = await gate.withPolicies({ ...exception, target_type: 'MCP', target_value: '*' });
    const items = ['latest', second].map((version) => ({ name, version }));
    const { body } = await own.client.post(CI_PATH, {
      org_id: own.id,
      environment: 'production',
      mcps: items,
    });
    const denied = (version: string, why: string) => ({
      name,
      version,
      result: 'DENIED',
      global_score: null,
      reason: why,
      matched_policy: { id: expect.any(String), name: expect.stringMatching(/^Built-in rule: /) },
      understood: expect.objectContaining({ snapshot_id: null }),
    });
    const newest = `commit-2222222-1, ${state}; pin commit-1111111-0, the newest certified version`;
    expect(body.mcps).toEqual([denied('latest', `the newest version, ${newest}`), denied(second, reason)]);
    expect((await gate.ask({ name: uniqueName('unknown'), version: 'latest' })).body.result).toBe('FAIL');
  });

  it('named with what to pin when the newest of a package is not certified, and the registry has another', async () => {
    const pkg = `pkg-${Math.random().toString(36).slice(2)}`;
    const of = (commit: string, version: string, more: Partial<VersionRow>): VersionRow => ({
      commit: commitOf(commit),
      semver: version,
      source: { kind: 'npm', name: pkg, version },
      ...more,
    });
    const name = uniqueName('uncertified');
    await gate.server(name, [
      of('1', '1.0.0', { status: 'PUBLISHED' }),
      of('2', '1.1.0', { status: 'PUBLISHED' }),
      of('3', '2.0.0', { status: 'NOT_CERTIFIED' }),
      of('4', '3.0.0', { status: 'INGESTED', complete: [] }),
    ]);
    const reasons = async (...names: string[]) => {
      const { body } = await gate.ask(...names.map((each) => ({ name: each, version: 'latest' })));
      return (body.mcps as { reason?: string }[]).map(({ reason }) => reason);
    };
    expect(await reasons(`npm:${pkg}`)).toEqual([
      'the newest version, 3.0.0, is not analyzed yet; pin 1.1.0, the newest certified version',
    ]);
    await gate.t.rows(`DELETE FROM mcp_version WHERE source ->> 'name' = $1 AND semver = '3.0.0'`, [pkg]);
    expect(await reasons(name)).toEqual([
      'the newest version, commit-3333333-2, is not certified, so that the registry has another one as its latest; ' +
        'pin commit-2222222-1, the newest certified version',
    ]);
  });

  it('judged by its newest complete analysis', async () => {
    const name = uniqueName('snapshots');
    await gate.server(name, [{ commit: commitOf('1'), score: 60, complete: [true, true, false] }]);
    expect(await scoreOf(name, 'latest')).toBe(61);
  });
});
