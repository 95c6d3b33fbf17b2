import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { aVersion } from '../../support/builders.js';
import { insertVersions } from '../../support/stored-versions.js';
import { useTestApp } from '../../support/suite.js';
import { commitWith, resolve } from '../../support/version-requests.js';
import { visitedRows } from '../../support/visited-rows.js';

const EACH = 1_200;
const SHARED = 'abcdef1';

type Status = 'draft' | 'ingested' | 'published' | 'revoked';
type Commit = 'a' | 'b' | 'c' | 'd';

const commitNamed = (letter: Commit): string => commitWith(`${SHARED}${letter}`, letter);

/** Packages, with the commits of each thousand of versions; all commits start with the same seven digits. */
const PACKAGES = {
  one: ['a published'],
  ranked: ['a revoked', 'b draft', 'c published', 'd ingested'],
  waiting: ['a revoked', 'b draft', 'b ingested', 'c revoked'],
  returned: ['a draft', 'b published', 'b revoked'],
  'two-published': ['a published', 'b published', 'c draft'],
  'two-waiting': ['a draft', 'b ingested'],
  'two-revoked': ['a revoked', 'b revoked'],
  'all-revoked': ['a revoked', 'a revoked'],
} as const;

let reader: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  const admin = await t.actors.admin();
  reader = await t.actors.bearer({ scopes: ['mcp:resolve', 'mcp:resolve:prepublish'], resources: ['org/'] });
  for (const [name, groups] of Object.entries(PACKAGES)) {
    const id = `commits/${name}`;
    await aVersion(admin, id, '0.0.1').published();
    for (const [index, group] of groups.entries()) {
      const [commit, status] = group.split(' ') as [Commit, Status];
      const versions = Array.from({ length: EACH }, (_, patch) => `${index + 1}.0.${patch}`);
      await insertVersions(t, id, versions);
      await t.rows(
        `UPDATE registry_version v SET git_sha = $3, status = $4
           FROM registry_package p WHERE p.id = v.package_id AND p.name = $1 AND v.version LIKE $2`,
        [name, `${index + 1}.0.%`, commitNamed(commit), status],
      );
    }
  }
});

const LAST = EACH - 1;

// The published ones first, the revoked ones last; ambiguous among equals only.
const CASES: readonly (readonly [string, keyof typeof PACKAGES, string, string | number])[] = [
  ['the highest version of the only commit', 'one', SHARED, `1.0.${LAST}`],
  ['a commit in full', 'one', commitNamed('a'), `1.0.${LAST}`],
  ['a commit in full, with sha:', 'one', `sha:${commitNamed('a')}`, `1.0.${LAST}`],
  ['a prefix after all commits', 'one', 'fffffff', 404],
  ['a longer prefix that no commit has', 'one', `${SHARED}b`, 404],
  ['the only commit with a published version', 'ranked', SHARED, `3.0.${LAST}`],
  ['what is not published, named by itself', 'ranked', `${SHARED}b`, `2.0.${LAST}`],
  ['what is revoked, named by itself', 'ranked', `${SHARED}a`, 404],
  ['the only commit that is not revoked', 'waiting', SHARED, `3.0.${LAST}`],
  ['the published version before a higher one', 'returned', SHARED, `2.0.${LAST}`],
  ['two published commits', 'two-published', SHARED, 404],
  ['one of two published commits', 'two-published', `${SHARED}a`, `1.0.${LAST}`],
  ['two unpublished commits', 'two-waiting', SHARED, 404],
  ['two revoked commits', 'two-revoked', SHARED, 404],
  ['one revoked commit', 'all-revoked', SHARED, 404],
];

const pathOf = (name: keyof typeof PACKAGES): string => `commits/${name}`;

describe('resolving a commit of a thousand versions', () => {
  it.each(CASES)('finds or refuses %s: %s, %s', async (_what, name, ref, expected) => {
    const { status, body } = await resolve(reader, pathOf(name), ref);
    expect(status === 200 ? body.resolved.version : status).toBe(expected);
  });

  it('names the revoked version when it is the only one, but not when there are two', async () => {
    const one = await resolve(reader, pathOf('all-revoked'), SHARED);
    expect(one.text).toContain(`version 2.0.${LAST} is revoked`);
    expect((await resolve(reader, pathOf('two-revoked'), SHARED)).text).not.toContain('is revoked');
  });
});

// The embedded database never gathers statistics; a server does at some point.
describe.each(['without statistics', 'with statistics'])('resolving a commit, %s', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with statistics') await t.rows('ANALYZE registry_version');
  });

  it.each(CASES)('visits few rows for %s: %s, %s', async (_what, name, ref, expected) => {
    const read = () => resolve(reader, pathOf(name), ref);
    expect(await visitedRows(t, read, typeof expected === 'number' ? expected : 200)).toBeLessThan(60);
  });
});
