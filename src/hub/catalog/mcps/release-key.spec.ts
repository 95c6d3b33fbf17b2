import { describe, expect, it } from '@jest/globals';
import { pythonKeyInRegistry, releaseKey, releaseKeyOf } from './release-key.js';

describe('the key of a release', () => {
  it('puts final releases before pre-releases, and what nobody can order last', () => {
    const keys = [
      releaseKey('not a version', 'registry'),
      releaseKey('3.0.0-rc.1', 'registry'),
      releaseKey('1.9.1', 'announced'),
      releaseKey('1.9.1', 'registry'),
      releaseKey('1.10.0', 'announced'),
      releaseKey('1.10.0.post1', 'announced', 'pep440'),
      releaseKey('2.0.0', 'announced'),
    ];
    expect(keys).toEqual([...keys].sort());
  });

  it('of a pre-release of PyPI is found by the number that the registry has', () => {
    expect(pythonKeyInRegistry('1.2.0-rc.3')).toBe(releaseKey('1.2rc3', 'registry', 'pep440'));
    for (const number of ['1.2.0', '1.2.0-alpha.1', '1.2.0-rc.3.1', ''])
      expect(pythonKeyInRegistry(number)).toBeNull();
  });

  it('is that of the package, or of the push or tag', () => {
    const pypi = { kind: 'pypi', name: 'files', version: '1.0.post1' } as const;
    expect(releaseKeyOf(pypi, null)).toBe(releaseKey('1.0.post1', 'announced', 'pep440'));
    expect(releaseKeyOf({ kind: 'npm', name: 'files', version: '1.0.0' }, '1.0.0')).toBe(
      releaseKey('1.0.0', 'announced'),
    );
    const registry = { kind: 'registry', org: 'a', name: 'b', version: '1.0.0', bundle_digest: '' } as const;
    expect(releaseKeyOf(registry, '1.0.0')).toBe(releaseKey('1.0.0', 'registry'));
    expect(releaseKeyOf({ kind: 'upload', key: '' }, '1.2.0')).toBe(releaseKey('1.2.0', 'announced'));
    expect(releaseKeyOf(null, null)).toBeNull();
  });
});
