import { describe, expect, it } from '@jest/globals';
import type { DependencyFacts, DependencyMatch, LockfileState } from './assessment.js';
import type { LicenseGroup } from '../licenses/license-group.js';
import {
  dependencyScore,
  isHashed,
  licenseScore,
  lockfileScore,
  observedLockfile,
  supplyChainScore,
} from './supply-chain-score.js';

const facts = (of: Partial<DependencyFacts> = {}): DependencyFacts => ({
  count: 10,
  withKnownLicense: 10,
  compared: 1,
  unknown: [],
  advisoriesObservable: true,
  matches: [],
  directInstallScripts: 0,
  unpinned: 0,
  ...of,
});

const match = (of: Partial<DependencyMatch> = {}): DependencyMatch => ({
  package: 'npm:left@1.0.0',
  severity: 'high',
  context: 'direct',
  malicious: false,
  ...of,
});

describe('dependencyScore', () => {
  it.each<[Partial<DependencyMatch>, number]>([
    [{ severity: 'critical' }, 60],
    [{ severity: 'high' }, 80],
    [{ severity: 'medium' }, 92],
    [{ severity: 'low' }, 97],
    [{ severity: 'critical', context: 'transitive' }, 76],
    [{ severity: 'critical', context: 'dev' }, 90],
    [{ severity: 'low', context: 'dev' }, 99], // 100 − 0.75
  ])('with an advisory %j is %d', (of, score) => {
    expect(dependencyScore(facts({ matches: [match(of)] }))).toBe(score);
  });

  it.each<[string, Partial<DependencyFacts>, number]>([
    ['nothing', {}, 100],
    ['no dependencies', { count: 0, withKnownLicense: 0, advisoriesObservable: false }, 100],
    // 20 + 8 / 2
    ['two advisories of one package', { matches: [match({ severity: 'medium' }), match()] }, 76],
    ['two packages', { matches: [match(), match({ package: 'npm:right@1.0.0' })] }, 60],
    ['an install script', { directInstallScripts: 1 }, 95],
    ['three install scripts', { directInstallScripts: 3 }, 85],
    ['many install scripts', { directInstallScripts: 40 }, 85],
    ['an unpinned dependency', { unpinned: 1 }, 90],
    ['many unpinned dependencies', { unpinned: 40 }, 70],
    ['many deductions of every kind', { matches: manyCriticals(), directInstallScripts: 9, unpinned: 9 }, 0],
    [
      'a malicious development dependency',
      { matches: [match({ malicious: true, context: 'dev', severity: 'low' })] },
      0,
    ],
    ['no advisories to match against', { advisoriesObservable: false }, 50],
    ['one dependency, and no advisories', { count: 1, advisoriesObservable: false }, 50],
    ['less than that', { advisoriesObservable: false, matches: manyCriticals() }, 0],
  ])('with %s is counted', (_what, of, score) => {
    expect(dependencyScore(facts(of))).toBe(score);
  });
});

it.each<[DependencyMatch['context'], number, number]>([
  ['direct', 30, 10],
  ['transitive', 50, 10],
  ['dev', 100, 25],
])('dependencyScore adds up exactly what is %s', (context, packages, score) => {
  const matches = Array.from({ length: packages }, (_, index) =>
    match({ package: `npm:p${index}@1.0.0`, severity: 'low', context }),
  );
  expect(dependencyScore(facts({ matches }))).toBe(score);
});

function manyCriticals(): DependencyMatch[] {
  return ['a', 'b', 'c'].map((name) => match({ package: name, severity: 'critical' }));
}

describe('licenseScore', () => {
  it.each<[LicenseGroup, number]>([
    ['permissive', 100],
    ['weak_copyleft', 93],
    ['strong_copyleft', 79],
    ['network_or_source_available', 65],
    ['unrecognised', 58],
    ['none', 30],
  ])('of %s, with all dependencies known, is %d', (own, score) => {
    expect(licenseScore(own, facts())).toBe(score);
    expect(licenseScore(own, facts({ count: 0, withKnownLicense: 0 }))).toBe(score);
  });

  it.each([
    [0, 60, 70],
    [45, 60, 93], // 70 + 22.5
    [1, 3, 80],
    [483, 1000, 84], // 70 + 14.49
  ])('of %d of %d dependencies with a known license is %d', (known, count, score) => {
    expect(licenseScore('permissive', facts({ count, withKnownLicense: known }))).toBe(score);
  });
});

describe('lockfileScore', () => {
  const present = (locked: number, hashed: number, inSync = true): LockfileState => ({
    state: 'present',
    locked,
    hashed,
    inSync,
  });

  it.each<[string, LockfileState, number]>([
    ['a lockfile is not needed', { state: 'none_needed' }, 100],
    ['it holds a digest of all', present(200, 200), 100],
    ['it holds a digest of 99 %', present(200, 198), 100],
    ['it is empty', present(0, 0), 100],
    ['it holds digests of fewer', present(200, 197), 80],
    ['it holds a digest of one', present(200, 1), 80],
    ['it holds no digest', present(200, 0), 60],
    ['it holds one dependency and no digest', present(1, 0), 60],
    ['it is not in sync', present(200, 200, false), 60],
    ['it is not observable', { state: 'not_observable' }, 50],
    ['it is missing', { state: 'none' }, 0],
  ])('when %s', (_what, lockfile, score) => {
    expect(lockfileScore(lockfile)).toBe(score);
  });

  it('treats a lockfile as unobservable, not missing, in a bundle', () => {
    expect(observedLockfile({ bundle: true, lockfile: { state: 'none' } })).toEqual({
      state: 'not_observable',
    });
    expect(observedLockfile({ bundle: false, lockfile: { state: 'none' } })).toEqual({ state: 'none' });
    expect(observedLockfile({ bundle: true, lockfile: present(3, 3) })).toEqual(present(3, 3));
    expect(observedLockfile({ bundle: true, lockfile: { state: 'none_needed' } })).toEqual({
      state: 'none_needed',
    });
  });
});

describe('isHashed', () => {
  it.each([
    [1000, 989, false],
    [1000, 990, true],
    [0, 0, true],
  ])('of %d dependencies with %d digests is %p', (locked, hashed, whether) => {
    expect(isHashed({ locked, hashed })).toBe(whether);
  });
});

describe('supplyChainScore', () => {
  it.each([
    [100, 100, 100, 100],
    [100, 0, 0, 50],
    [0, 100, 0, 20],
    [0, 0, 100, 30],
    [56, 93, 80, 71], // 28 + 18.6 + 24
    [1, 0, 0, 1], // 0.5
  ])('of dependencies %d, licenses %d and lockfile %d is %d', (dependencies, licenses, lockfile, score) => {
    expect(supplyChainScore(dependencies, licenses, lockfile)).toBe(score);
  });
});
