import { describe, expect, it } from '@jest/globals';
import type { CiFacts, DependencyFacts, DependencyMatch, LockfileState, TestFacts } from './assessment.js';
import { OTHER_CHECKS } from './other-controls.js';

describe('SUP-001', () => {
  const check = OTHER_CHECKS['SUP-001'];
  const of = (facts: Partial<DependencyFacts>): Parameters<typeof check>[0] => ({
    dependencies: {
      count: 2,
      withKnownLicense: 0,
      compared: 1,
      unknown: [],
      advisoriesObservable: true,
      matches: [],
      directInstallScripts: 0,
      unpinned: 0,
      ...facts,
    },
  });
  const match = (facts: Partial<DependencyMatch>): DependencyMatch => ({
    package: 'npm:left@1.0.0',
    severity: 'medium',
    context: 'transitive',
    malicious: false,
    ...facts,
  });

  it.each<[string, Partial<DependencyFacts>, string]>([
    ['a high advisory', { matches: [match({ severity: 'high' })] }, 'failed'],
    [
      'a critical advisory of a development dependency',
      { matches: [match({ severity: 'critical', context: 'dev' })] },
      'failed',
    ],
    ['medium and low advisories', { matches: [match({}), match({ severity: 'low' })] }, 'passed'],
    ['a malicious dependency', { matches: [match({ malicious: true, severity: 'low' })] }, 'failed'],
    ['an install script', { directInstallScripts: 1 }, 'failed'],
    ['an unpinned dependency', { unpinned: 1 }, 'passed'],
    ['no advisories', { advisoriesObservable: false }, 'not_observable'],
    [
      'no advisories, and an install script',
      { advisoriesObservable: false, directInstallScripts: 1 },
      'failed',
    ],
    ['no dependencies', { advisoriesObservable: false, count: 0 }, 'not_applicable'],
  ])('with %s', (_what, facts, state) => {
    expect(check(of(facts)).state).toBe(state);
  });

  it('lists all problems', () => {
    const matches = [
      match({ severity: 'high' }),
      match({ malicious: true }),
      match({ severity: 'critical' }),
      match({}),
    ];
    expect(check(of({ matches, directInstallScripts: 2 }))).toEqual({
      state: 'failed',
      message:
        '1 report of a malicious dependency; 2 critical or high advisories; ' +
        '2 direct dependencies with an install script.',
      evidence: [],
    });
  });
});

describe('SUP-002', () => {
  const check = OTHER_CHECKS['SUP-002'];
  const present = (hashed: number, inSync = true): LockfileState => ({
    state: 'present',
    locked: 100,
    hashed,
    inSync,
  });

  it.each<[string, LockfileState, boolean, string]>([
    ['99 % of digests', present(99), false, 'passed'],
    ['98 % of digests', present(98), false, 'failed'],
    ['a lockfile out of sync', present(100, false), false, 'failed'],
    ['no lockfile', { state: 'none' }, false, 'failed'],
    ['no lockfile in a bundle', { state: 'none' }, true, 'not_observable'],
    ['an unobservable lockfile', { state: 'not_observable' }, false, 'not_observable'],
    ['nothing to lock', { state: 'none_needed' }, false, 'not_applicable'],
  ])('with %s', (_what, lockfile, bundle, state) => {
    expect(check({ lockfile, bundle }).state).toBe(state);
  });

  it('lists all problems', () => {
    expect(check({ lockfile: present(98, false), bundle: false }).message).toBe(
      'The lockfile lacks what a manifest asks for. ' +
        'Only 98 of 100 locked dependencies with a digest, less than 99 %.',
    );
  });
});

describe('SUP-003', () => {
  it.each([
    ['permissive', 'passed'],
    ['weak_copyleft', 'passed'],
    ['strong_copyleft', 'passed'],
    ['network_or_source_available', 'passed'],
    ['unrecognised', 'failed'],
    ['none', 'failed'],
  ] as const)('of a licence that is %s is %s', (license, state) => {
    expect(OTHER_CHECKS['SUP-003']({ license }).state).toBe(state);
  });
});

describe('MAT-002', () => {
  const half: TestFacts = { files: 1, runner: true, lines: 1, sourceLines: 100 };

  it.each<[string, Partial<TestFacts>, boolean, string]>([
    ['60', {}, false, 'passed'],
    ['40', { runner: false }, false, 'failed'],
    ['40 in a bundle', { runner: false }, true, 'failed'],
    ['no files', { files: 0 }, false, 'failed'],
    ['no files in a bundle', { files: 0 }, true, 'not_observable'],
  ])('with %s', (_what, facts, bundle, state) => {
    expect(OTHER_CHECKS['MAT-002']({ tests: { ...half, ...facts }, bundle }).state).toBe(state);
  });
});

describe('MAT-003', () => {
  const half: CiFacts = {
    workflow: true,
    runsTests: true,
    actionsPinned: false,
    leastPermissions: false,
    scannerOrBot: false,
  };

  it.each<[string, Partial<CiFacts>, boolean, string]>([
    ['60', {}, false, 'passed'],
    ['40', { runsTests: false }, false, 'failed'],
    ['40 in a bundle', { runsTests: false }, true, 'failed'],
    ['no workflow', { workflow: false }, false, 'failed'],
    ['no workflow in a bundle', { workflow: false }, true, 'not_observable'],
  ])('with %s', (_what, facts, bundle, state) => {
    expect(OTHER_CHECKS['MAT-003']({ ci: { ...half, ...facts }, bundle }).state).toBe(state);
  });
});
