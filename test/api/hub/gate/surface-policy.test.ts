import type { OfferedItem, OfferedItems } from '@mcp-hub/analyzer';
import { decide } from '@mcp-hub/client-configurations/decisions';
import { EXACT } from '@mcp-hub/client-configurations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { surfaceDigest } from '../../../../src/hub/catalog/snapshots/surface-digest.js';
import { allowListOf, npmVersion, settingsOf, unique } from '../../../support/allow-lists.js';
import { CI_PATH, CiGate, type VersionRow } from '../../../support/ci-gate.js';
import { decisionsIn, keysOf } from '../../../support/signed-decisions.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const tool = (name: string, digest = name): OfferedItem => ({
  name,
  text: `sha256:${'d'.repeat(64)}`,
  digest,
});
const offered = (...tools: OfferedItem[]): OfferedItems => ({
  tools,
  prompts: [],
  resources: [],
  instructions: [],
});

/** A server of npm whose versions, oldest first, offer these things; null: not known. */
async function serverWith(
  surfaces: readonly (OfferedItems | null)[],
  more: readonly Partial<VersionRow>[] = [],
) {
  const [name, pkg] = [`acme-${unique()}/files`, `pkg-${unique()}`];
  const rows = surfaces.map((surface, index) =>
    npmVersion(pkg, `1.${index}.0`, { ...more[index], offered: surface }),
  );
  await gate.server(name, rows, { repoUrl: `https://github.com/acme/${unique()}` });
  return { name, pkg };
}

const policy = (action = 'DENY') => ({ action, target_type: 'SURFACE', target_value: 'unchanged' });
type Organization = Awaited<ReturnType<CiGate['withPolicies']>>;

async function answersOf(org: Organization, pkg: string, count: number) {
  const mcps = Array.from({ length: count }, (_, index) => ({ name: `npm:${pkg}`, version: `1.${index}.0` }));
  const { body } = await org.client.post(CI_PATH, { org_id: org.id, environment: 'production', mcps });
  return (body.mcps as { result: string; reason?: string }[]).map(({ result, reason }) => [
    result,
    reason ?? null,
  ]);
}

describe('A policy about the surface of versions', () => {
  it('denies a version that offers something else than the certified one before, and says what', async () => {
    const org = await gate.withPolicies(policy());
    const read = tool('read');
    const surfaces = [
      offered(read),
      offered(read),
      offered(read, tool('write')),
      offered(tool('read', 'other')),
    ];
    const { pkg } = await serverWith(surfaces);
    expect(await answersOf(org, pkg, 4)).toEqual([
      ['ALLOWED', null],
      ['ALLOWED', null],
      ['DENIED', 'the tool write is new, compared with 1.1.0'],
      ['DENIED', 'the tool read is changed, the tool write is gone, compared with 1.2.0'],
    ]);
  });

  it('compares with certified versions that are not revoked alone', async () => {
    const org = await gate.withPolicies(policy());
    const surfaces = [offered(tool('read')), offered(tool('x')), offered(tool('y')), offered(tool('read'))];
    const { pkg } = await serverWith(surfaces, [
      {},
      { status: 'NOT_CERTIFIED', level: 0 },
      { revoked: 'stolen' },
    ]);
    const answers = await answersOf(org, pkg, 4);
    expect(answers[1]).toEqual(['DENIED', 'the tool x is new, the tool read is gone, compared with 1.0.0']);
    expect(answers[3]).toEqual(['ALLOWED', null]);
  });

  it('fails closed where it is not known what a version offers, or with what to compare', async () => {
    const org = await gate.withPolicies(policy());
    const { pkg } = await serverWith([null, offered(tool('read'))]);
    expect(await answersOf(org, pkg, 2)).toEqual([
      ['ALLOWED', null],
      ['DENIED', expect.stringContaining('the version 1.0.0 before it does not say what it offers')],
    ]);
    const first = await serverWith([offered(tool('read'))], [{ status: 'NOT_CERTIFIED', level: 0 }]);
    expect(await answersOf(org, first.pkg, 1)).toEqual([
      ['DENIED', expect.stringContaining('there is no certified version to compare')],
    ]);
  });

  it('decides the same in lists, settings and signed decisions, which say what each version offers', async () => {
    const org = await gate.withPolicies(policy());
    const { pkg } = await serverWith([offered(tool('read')), offered(tool('read'), tool('write'))]);
    const { path } = await allowListOf(org.owner, org.id);
    const { body } = await gate.actors.anonymous.get(`${path}/decisions.json`);
    const document = decisionsIn(body, await keysOf(gate.actors.anonymous));
    expect(document.surface_changes).toBe('drop');
    const ask = (version: string) => decide(document, { name: `npm:${pkg}`, version, pin: EXACT });
    expect(ask('1.0.0')).toMatchObject({
      decision: 'ALLOWED',
      surfaceDigest: surfaceDigest(offered(tool('read'))),
      entry: { surface: { tools: [{ name: 'read', text: `sha256:${'d'.repeat(64)}` }] } },
    });
    expect(ask('1.1.0')).toMatchObject({
      decision: 'DENIED',
      reasons: ['the tool write is new, compared with 1.0.0'],
      entry: { surface: null },
    });
    const { text } = await settingsOf(org.client, org.id);
    expect([text.includes(`${pkg}@1.0.0`), text.includes(`${pkg}@1.1.0`)]).toEqual([true, false]);
  });

  it('warns and makes exceptions like other policies, and refuses other values', async () => {
    const org = await gate.withPolicies(policy('WARN'));
    const { pkg } = await serverWith([offered(tool('read')), offered()]);
    const { body } = await org.client.post(CI_PATH, {
      org_id: org.id,
      environment: 'production',
      mcps: [{ name: `npm:${pkg}`, version: '1.1.0' }],
    });
    expect(body.mcps[0]).toMatchObject({
      result: 'ALLOWED',
      warnings: [{ reason: 'the tool read is gone, compared with 1.0.0' }],
    });
    const { status, body: refused } = await org.owner.post(`/api/v1/orgs/${org.id}/policies`, {
      name: 'x',
      ...policy(),
      target_value: 'changed',
    });
    expect([status, refused.message]).toEqual([
      400,
      'target_value must be unchanged or declared, for SURFACE',
    ]);
  });
});

const declared = { action: 'DENY', target_type: 'SURFACE', target_value: 'declared' };

const compared = (change: object = {}) => ({
  declared: ['look'],
  generated: false,
  only_in_manifest: [],
  only_in_code: [],
  unnamed_in_code: false,
  ...change,
});

/** Versions of npm, each with what the manifest of an MCP bundle names; undefined where a version is not one. */
async function bundlesOf(...tools: (object | undefined)[]) {
  const none = {
    declared: null,
    generated: false,
    only_in_manifest: [],
    only_in_code: [],
    unnamed_in_code: false,
  };
  const more = tools.map((each) => (each === undefined ? {} : { mcpb: { tools: each, prompts: none } }));
  return serverWith(
    tools.map(() => offered(tool('look'))),
    more,
  );
}

describe('A policy about the tools and prompts that a manifest names', () => {
  const GONE = 'the manifest names the tool gone, which the code does not have';

  it('denies an MCP bundle whose manifest and code differ, and says in what', async () => {
    const org = await gate.withPolicies(declared);
    const { pkg } = await bundlesOf(
      compared(),
      compared({ only_in_manifest: ['gone'], only_in_code: ['more'] }),
      compared({ only_in_code: ['more'], generated: true }),
      compared({ unnamed_in_code: true }),
      undefined,
    );
    expect(await answersOf(org, pkg, 5)).toEqual([
      ['ALLOWED', null],
      ['DENIED', `${GONE}, the manifest does not name the tool more`],
      ['ALLOWED', null],
      ['DENIED', 'the code computes names of tools, which the manifest may not name'],
      ['ALLOWED', null],
    ]);
  });

  it('decides the same in settings, dry runs and signed decisions, where new tools are only reported', async () => {
    const org = await gate.withPolicies(declared);
    const { pkg } = await bundlesOf(compared(), compared({ only_in_manifest: ['gone'] }));
    const { path } = await allowListOf(org.owner, org.id);
    const { body } = await gate.actors.anonymous.get(`${path}/decisions.json`);
    const document = decisionsIn(body, await keysOf(gate.actors.anonymous));
    expect(document.surface_changes).toBe('report');
    const ask = (version: string) => decide(document, { name: `npm:${pkg}`, version, pin: EXACT });
    expect(ask('1.0.0')).toMatchObject({ decision: 'ALLOWED' });
    expect(ask('1.1.0')).toMatchObject({ decision: 'DENIED', reasons: [GONE] });
    const { text } = await settingsOf(org.client, org.id);
    expect([text.includes(`${pkg}@1.0.0`), text.includes(`${pkg}@1.1.0`)]).toEqual([true, false]);
    const { body: preview } = await org.owner.post(`/api/v1/orgs/${org.id}/evaluations/preview`, {
      mcps: [{ name: `npm:${pkg}`, version: '1.1.0' }],
    });
    expect(preview.mcps[0]).toMatchObject({ result: 'DENIED', reason: GONE });
  });

  it('warns, and is lifted by an exception', async () => {
    const { pkg } = await bundlesOf(compared({ only_in_manifest: ['gone'] }));
    const mcps = [{ name: `npm:${pkg}`, version: '1.0.0' }];
    const warned = await gate.withPolicies({ ...declared, action: 'WARN' });
    const request = { environment: 'production', mcps };
    const { body } = await warned.client.post(CI_PATH, { org_id: warned.id, ...request });
    expect(body.mcps[0]).toMatchObject({ result: 'ALLOWED', warnings: [{ reason: GONE }] });
    const exception = {
      action: 'ALLOW',
      target_type: 'SURFACE',
      target_value: 'declared',
      reason: 'Known',
      expires_at: '2999-01-01T00:00:00Z',
    };
    const lifted = await gate.withPolicies(exception, declared);
    const answer = await lifted.client.post(CI_PATH, { org_id: lifted.id, ...request });
    expect(answer.body.mcps[0].result).toBe('ALLOWED');
  });
});
