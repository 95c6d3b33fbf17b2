import { describe, expect, it } from '@jest/globals';
import { parseSemanticVersion, sortKeyOf } from '../../../common/values/semantic-version.js';
import { headNumber } from './head-number.js';
import { releaseKey } from './release-key.js';
import type { VersionSource } from './version-source.js';
import { isCurrentNumber, publishedKey, publishedVersions, type VersionNames } from './published-version.js';

const COMMIT = '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d';

const LANDED = new Date('2026-03-04T05:06:07.089Z');
const HEAD = '0.0.0-head.20260304050607.89';

const named = (
  semver: string | null,
  packageVersion: string | null,
  commitHash = COMMIT,
  source: VersionSource | null = null,
): VersionNames => ({ source, semver, packageVersion, commitHash, landedAt: LANDED, manifestKey: null });
const pypi = (version: string): VersionNames =>
  named(null, '9.9.9', COMMIT, { kind: 'pypi', name: 'files', version });

describe('the number of a published version', () => {
  it.each([
    ['that of the push', named('1.2.0', '9.9.9'), ['1.2.0', '1.2.0-commit.1a2b3c4']],
    ['that of a tag with a v', named('v1.2.0', null), ['1.2.0', '1.2.0-commit.1a2b3c4']],
    ['that of the package if the tag is none', named('nightly', '2.0.1'), ['2.0.1', '2.0.1-commit.1a2b3c4']],
    ['a pre-release', named('1.0.0-rc.1', null), ['1.0.0-rc.1', '1.0.0-rc.1.commit.1a2b3c4']],
    ['without build metadata', named('1.0.0+5', null), ['1.0.0', '1.0.0-commit.1a2b3c4']],
    ['that of PyPI as a semantic version', pypi('1.0'), ['1.0.0', '1.0.0-commit.1a2b3c4']],
    ['a pre-release of PyPI', pypi('2026.03rc1'), ['2026.3.0-rc.1', '2026.3.0-rc.1.commit.1a2b3c4']],
    ['none for a version of PyPI that SemVer cannot say', pypi('1.0.post1'), [`${HEAD}.1a2b3c4`]],
    ['none for a commit, whatever its manifest says', named(null, '2.0.1'), [`${HEAD}.1a2b3c4`]],
    ['none, also if the commit looks like a number', named(null, null, '0123456789'), [`${HEAD}.g0123456`]],
    ['none, also if the commit is a number', named(null, null, '1234567890'), [`${HEAD}.1234567`]],
  ])('is %s', (_what, names, expected) => {
    const versions = publishedVersions(names);
    expect(versions).toEqual(expected);
    for (const version of versions) expect(parseSemanticVersion(version)).toBeDefined();
  });

  it('is higher for a commit that came later, and below every release', () => {
    const times = [
      '2026-03-04T05:06:07.009Z',
      '2026-03-04T05:06:07.089Z',
      '2026-03-04T05:06:08.001Z',
      '2027-01-01T00:00:00.000Z',
    ];
    const numbers = times.map((time) => headNumber(new Date(time), 'ffffff0'));
    const keys = ['0.0.0-commit.fffffff', ...numbers, '0.0.0', '0.0.1-rc.1'].map(sortKeyOf);
    expect(keys).toEqual([...keys].sort());
  });

  it('changes when a commit is released, and not for one that was published under the number of its manifest', () => {
    expect(isCurrentNumber(`${HEAD}.1a2b3c4`, named(null, '2.0.1'))).toBe(true);
    expect(isCurrentNumber('2.0.1', named(null, '2.0.1'))).toBe(true);
    expect(isCurrentNumber('2.0.1-commit.1a2b3c4', named(null, '2.0.1'))).toBe(true);
    expect(isCurrentNumber(`${HEAD}.1a2b3c4`, named('1.2.0', '2.0.1'))).toBe(false);
    expect(isCurrentNumber('1.2.0-commit.1a2b3c4', named('1.2.0', null))).toBe(true);
    expect(isCurrentNumber('0.0.0-commit.1a2b3c4', named(null, null))).toBe(false);
  });
});

describe('a commit of an MCP whose versions had the numbers of their manifests', () => {
  const next = (packageVersion: string): VersionNames => ({
    ...named(null, packageVersion),
    manifestKey: releaseKey('1.2.0', 'registry'),
  });

  it('has that of its own manifest if it is higher', () => {
    expect(publishedVersions(next('1.3.0'))[0]).toBe('1.3.0');
    for (const version of ['1.2.0', '1.1.0', '1.3.0-rc.1'])
      expect(publishedVersions(next(version))).toEqual([`${HEAD}.1a2b3c4`]);
  });
});

describe('the release key of a published version', () => {
  const announced = releaseKey('1.2.0', 'announced');

  it('is that of the number that the registry has', () => {
    expect(publishedKey(announced, '1.2.0', named('1.2.0', null))).toBe(releaseKey('1.2.0', 'registry'));
    expect(publishedKey(null, '2.0.1', named(null, '2.0.1'))).toBe(releaseKey('2.0.1', 'registry'));
  });

  it('stays that of its own number if the registry has other content under it', () => {
    const other = '1.2.0-commit.1a2b3c4';
    for (const key of [announced, releaseKey('1.2.0', 'registry')])
      expect(publishedKey(key, other, named('1.2.0', null))).toBe(announced);
  });

  it('stays a higher one that its bytes have from somebody else', () => {
    const higher = releaseKey('1.3.0', 'registry');
    expect(publishedKey(higher, '2.0.1', named(null, '2.0.1'))).toBe(higher);
  });

  it('is none for a commit, and stays that of PyPI', () => {
    expect(publishedKey(null, `${HEAD}.1a2b3c4`, named(null, '2.0.1'))).toBeNull();
    const key = releaseKey('1.0rc1', 'announced', 'pep440');
    expect(publishedKey(key, '1.0.0-rc.1', pypi('1.0rc1'))).toBe(releaseKey('1.0rc1', 'registry', 'pep440'));
    expect(publishedKey(key, `${HEAD}.1a2b3c4`, pypi('1.0.post1'))).toBe(key);
  });
});
