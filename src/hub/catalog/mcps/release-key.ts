import { parsePythonVersion } from '../../../common/values/pep440-version.js';
import { parseSemanticVersion } from '../../../common/values/semantic-version.js';
import type { VersionSource } from './version-source.js';

// Final releases before pre-releases, and those before numbers that nobody can order.
const FINAL = '2';
const PRERELEASE = '1';
const UNREADABLE = '0';

const ORIGINS = { announced: '0', registry: '1' } as const;

/** Where a number is from: the registry has it, or only somebody who announced it. */
type Origin = keyof typeof ORIGINS;

/**
 * The key of a released version, whose order by code unit is that of releases: final ones by precedence, then
 * pre-releases, then what is no number at all. Of two with one number, the one that the registry has under it comes first
 * (ADR 81).
 */
export function releaseKey(number: string, origin: Origin, scheme: 'semver' | 'pep440' = 'semver'): string {
  const version = scheme === 'pep440' ? parsePythonVersion(number) : parseSemanticVersion(number);
  const place =
    version === undefined ? UNREADABLE : (version.prerelease ? PRERELEASE : FINAL) + version.sortKey;
  return place + ORIGINS[origin];
}

const PYTHON_PRERELEASE = /^(\d+\.\d+\.\d+)-(a|b|rc)\.(\d+)$/;

/**
 * The key of the pre-release of PyPI that the registry has under a number: of `1.0.0rc1` under 1.0.0-rc.1. Final releases have
 * the key of that number themselves. Null for other numbers.
 */
export function pythonKeyInRegistry(number: string): string | null {
  const [, release = '', phase = '', serial = ''] = PYTHON_PRERELEASE.exec(number) ?? [];
  return release === '' ? null : releaseKey(release + phase + serial, 'registry', 'pep440');
}

/** The key of a version that the registry has under its number. */
export const inRegistry = (key: string): string => key.slice(0, -1) + ORIGINS.registry;

/** The key of a version that the registry does not have under its number. */
export const announced = (key: string): string => key.slice(0, -1) + ORIGINS.announced;

/** The key of a version that was released with this number; null without one. */
export function releaseKeyOf(source: VersionSource | null, semver: string | null): string | null {
  switch (source?.kind) {
    case 'registry':
      return releaseKey(source.version, 'registry');
    case 'pypi':
      return releaseKey(source.version, 'announced', 'pep440');
    case 'npm':
      return releaseKey(source.version, 'announced');
    default:
      return semver === null ? null : releaseKey(semver, 'announced');
  }
}
