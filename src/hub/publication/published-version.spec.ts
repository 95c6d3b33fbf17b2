import { describe, expect, it } from '@jest/globals';
import { parseSemanticVersion } from '../../common/values/semantic-version.js';
import { publishedVersions } from './published-version.js';

const COMMIT = '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d';

describe('the number of a published version', () => {
  it.each([
    ['that of the push', '1.2.0', '9.9.9', COMMIT, ['1.2.0', '1.2.0-commit.1a2b3c4']],
    ['that of a tag with a v', 'v1.2.0', null, COMMIT, ['1.2.0', '1.2.0-commit.1a2b3c4']],
    ['that of the package without one', null, '2.0.1', COMMIT, ['2.0.1', '2.0.1-commit.1a2b3c4']],
    ['that of the package if the tag is none', 'nightly', '2.0.1', COMMIT, ['2.0.1', '2.0.1-commit.1a2b3c4']],
    ['a pre-release', '1.0.0-rc.1', null, COMMIT, ['1.0.0-rc.1', '1.0.0-rc.1.commit.1a2b3c4']],
    ['without build metadata', '1.0.0+5', null, COMMIT, ['1.0.0', '1.0.0-commit.1a2b3c4']],
    ['the commit without any', null, '1.0.post1', COMMIT, ['0.0.0-commit.1a2b3c4']],
    ['the commit, also if it looks like a number', null, null, '0123456789', ['0.0.0-commit.g0123456']],
    ['the commit, also if it is a number', null, null, '1234567890', ['0.0.0-commit.1234567']],
  ])('is %s', (_what, semver, packageVersion, commitHash, expected) => {
    const versions = publishedVersions({ semver, packageVersion, commitHash });
    expect(versions).toEqual(expected);
    for (const version of versions) expect(parseSemanticVersion(version)).toBeDefined();
  });
});
