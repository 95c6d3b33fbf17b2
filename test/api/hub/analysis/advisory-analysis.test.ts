import { beforeEach, describe, expect, it } from '@jest/globals';
import { runIsolated, type Outcome } from '@mcp-hub/analyzer';
import { AdvisoryLookups } from '../../../../src/hub/analysis/advisories/advisory-lookups.js';
import { anAdvisory, folderWith, importAll } from '../../../support/advisories.js';
import { useTestApp } from '../../../support/suite.js';

const t = await useTestApp();
const PROGRAM = new URL('../../../../packages/analyzer/dist/isolation/child.js', import.meta.url);

// Without an address, it is the package of the public registry, which advisories are about.
const locked = (version: string): object => ({
  version,
  integrity: `sha512-${'A'.repeat(86)}==`,
});

/** A server that depends on a version of `left`. */
const server = (version: string): Readonly<Record<string, string>> => ({
  'package.json': JSON.stringify({ name: 'server', version: '1.0.0', dependencies: { left: version } }),
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { name: 'server', dependencies: { left: version } },
      'node_modules/left': locked(version),
    },
  }),
  'server.js': 'console.log(1);\n',
});

const analyze = async (version: string): Promise<Outcome> => {
  const source = { kind: 'directory' as const, path: await folderWith(server(version)) };
  const advisories = t.app.get(AdvisoryLookups).find;
  return runIsolated({ source }, undefined, {}, { advisories, program: PROGRAM });
};

/** The control about dependencies, and the version of the toolchain. */
async function verdictOf(version: string) {
  const outcome = await analyze(version);
  if (outcome.kind !== 'done') throw new Error(outcome.reason);
  const { controls, toolchain, dependencies } = outcome.analysis.report;
  const { passed, message } = controls.find(({ control_id: id }) => id === 'SUP-001') ?? {};
  const ids = dependencies.advisories.map(({ id }) => id);
  return { passed, message, ids, toolchain: toolchain.toolchain_version };
}

beforeEach(async () => {
  await t.rows('TRUNCATE advisory_source CASCADE');
});

describe('the control SUP-001 of an analysis with imported advisories', () => {
  it('fails as not observable without any', async () => {
    expect(await verdictOf('1.0.0')).toMatchObject({
      passed: false,
      message: expect.stringMatching(/^Not observable/),
      ids: [],
      toolchain: expect.stringContaining('advisories:none'),
    });
  });

  it('fails as not observable with those of another ecosystem', async () => {
    await importAll(t, [anAdvisory('P', 'left', {}, 'PyPI')]);
    expect(await verdictOf('1.0.0')).toMatchObject({
      passed: false,
      message: expect.stringMatching(/^Not observable/),
      ids: [],
    });
  });

  it('fails with a critical advisory about a dependency, and passes with the version that fixes it', async () => {
    await importAll(t, [anAdvisory('A', 'left'), anAdvisory('B', 'right')]);
    expect(await verdictOf('1.9.9')).toMatchObject({
      passed: false,
      message: expect.stringContaining('1 critical or high advisory'),
      ids: ['A'],
      toolchain: expect.stringContaining('advisories:2026-01-31'),
    });
    expect(await verdictOf('2.0.0')).toMatchObject({ passed: true, ids: [] });
  });

  it('passes when the advisory is withdrawn', async () => {
    await importAll(t, [anAdvisory('A', 'left'), anAdvisory('B', 'right')]);
    await importAll(t, [
      anAdvisory('A', 'left', { withdrawn: '2026-02-01T00:00:00Z' }),
      anAdvisory('B', 'right'),
    ]);
    expect(await verdictOf('1.9.9')).toMatchObject({ passed: true, ids: [] });
  });

  it('is not reported when the advisories cannot be read', async () => {
    await t.rows('ALTER TABLE advisory_source RENAME TO renamed');
    try {
      expect(await analyze('1.0.0')).toEqual({
        kind: 'unusable',
        what: 'advisories',
        reason: 'they could not be looked up',
      });
    } finally {
      await t.rows('ALTER TABLE renamed RENAME TO advisory_source');
    }
  });
});
