/** Reasons to refuse a release. */
import semver from 'semver';
import { breakingPart, hasEntries, unreleased } from '../changelog.mjs';

const BRANCH = 'main';

/** Whether SemVer allows a version to break clients: a new major one and, before 1.0, a new minor one. */
function mayBreak(version, last) {
  if (semver.major(version) !== semver.major(last)) return true;
  return semver.major(version) === 0 && semver.minor(version) !== semver.minor(last);
}

/**
 * @param {string} version of the new release
 * @param {{ current: string, tags: string[], branch: string, isClean: boolean, changelog: string }} repository `current` is the
 * version in package.json; `tags` are those of releases, such as v1.2.0
 * @returns {string | undefined} a sentence, or undefined when the release is allowed
 */
export function refusal(version, { current, tags, branch, isClean, changelog }) {
  if (semver.valid(version) !== version) return `"${version}" is no version like 1.2.0`;
  if (!isClean) return 'there are changes that are not committed';
  if (branch !== BRANCH) return `releases are made on the branch ${BRANCH}, this is ${branch || 'no branch'}`;
  const released = tags.map((tag) => tag.slice(1)).filter((name) => semver.valid(name) !== null);
  const last = semver.rsort(released)[0];
  if (last !== undefined && !semver.gt(version, last)) return `${version} is not higher than ${last}`;
  if (semver.lt(version, current)) return `${version} is lower than ${current} in package.json`;
  const section = unreleased(changelog);
  if (!hasEntries(section)) return 'the unreleased section of CHANGELOG.md is empty';
  if (last !== undefined && breakingPart(section) !== undefined && !mayBreak(version, last)) {
    return `CHANGELOG.md names breaking changes, which ${version} after ${last} does not announce`;
  }
  return undefined;
}
