import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import { parseSemanticVersion } from '../../../src/common/values/semantic-version.js';
import { ResolveReadModel } from '../../../src/registry/versions/resolve.read-model.js';
import type { VersionStatus } from '../../../src/registry/versions/version-status.js';
import { commitOf, digestOf } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';

interface Choice {
  readonly version: string;
  readonly status: VersionStatus;
}

const ORG = { id: randomUUID(), slug: 'choice' };
let packages = 0;

const t = await useTestApp();
beforeAll(async () => {
  await t.rows(
    `INSERT INTO registry_organization (id, slug, slug_key, created_at) VALUES ($1, $2, $2, now())`,
    [ORG.id, ORG.slug],
  );
});

/** Inserts a package with these versions directly into the tables. */
async function packageWith(choices: readonly Choice[]): Promise<string> {
  const id = randomUUID();
  const name = `p${(packages += 1)}`;
  await t.rows(
    `INSERT INTO registry_package (id, org_id, name, name_key, created_at) VALUES ($1, $2, $3, $3, now())`,
    [id, ORG.id, name],
  );
  const versions = choices.map(({ version, status }) => ({
    id: randomUUID(),
    version,
    status,
    sort_key: parseSemanticVersion(version)?.sortKey,
    prerelease: semver.prerelease(version) !== null,
    git_sha: commitOf(`${name}@${version}`),
  }));
  await t.rows(
    `INSERT INTO registry_version (id, package_id, org_id, version, sort_key, prerelease, status, git_sha, repo_url,
                                   repo_visibility, repo_provider, repo_ref, repo_commit, manifest_digest,
                                   bundle_digest, bundle_size_bytes, published_by, created_at)
     SELECT v.id, $1, $2, v.version, v.sort_key, v.prerelease, v.status, v.git_sha, '', 'public', 'github', 'main',
            v.git_sha, $3, $3, 1, 'somebody', now()
       FROM json_to_recordset($4::json) AS v(id uuid, version text, sort_key text, prerelease boolean,
                                             status text, git_sha text)`,
    [id, ORG.id, digestOf(name), JSON.stringify(versions)],
  );
  return name;
}

const latestOf = async (name: string): Promise<string | undefined> =>
  (await t.app.get(ResolveReadModel).find({ org: ORG.slug, name }, { by: 'latest' }))?.version;

const inRange = async (name: string, range: string): Promise<string | undefined> =>
  (await t.app.get(ResolveReadModel).find({ org: ORG.slug, name }, { by: 'range', range }))?.version;

const core = fc.tuple(fc.constantFrom(0, 1, 2, 10), fc.constantFrom(0, 1, 9, 10), fc.nat(2));
const suffix = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('-alpha', '-alpha.1', '-beta', '-rc.1', '-rc.2', '-rc.10', '-0', '-rc.1.x'),
  },
);
const version = fc
  .tuple(core, suffix, fc.constantFrom('', '', '+build.1'))
  .map(([numbers, pre, build]) => numbers.join('.') + pre + build);
const choices: fc.Arbitrary<Choice[]> = fc.uniqueArray(
  fc.record({
    version,
    status: fc.constantFrom('draft', 'ingested', 'published', 'published', 'revoked'),
  }),
  // Build metadata does not make a different version.
  { selector: (choice) => semver.parse(choice.version)?.version, maxLength: 30 },
);
const comparator = fc
  .tuple(fc.constantFrom('^', '~', '>=', '>', '<', '<=', '='), version)
  .map(([operator, bound]) => operator + bound);
const range = fc.oneof(
  comparator,
  fc.tuple(comparator, comparator).map((both) => both.join(' ')),
  fc.tuple(comparator, comparator).map((either) => either.join(' || ')),
  fc.tuple(version, version).map(([from, to]) => `${from} - ${to}`),
  fc.constantFrom(
    '*',
    '',
    '1',
    '1.x',
    '1.9',
    '0.x',
    '10',
    '2.x || 0.x',
    '>1',
    '<10',
    '^0.0',
    '~1.10',
    '11.x',
  ),
);

const published = (all: readonly Choice[]): string[] =>
  all.filter(({ status }) => status === 'published').map((choice) => choice.version);

function expectedLatest(all: readonly Choice[]): string | undefined {
  const candidates = published(all);
  const releases = candidates.filter((text) => semver.prerelease(text) === null);
  return semver.rsort(releases.length > 0 ? releases : candidates)[0];
}

describe('the choice of a version', () => {
  it('latest is the highest published release, else pre-release; a range its highest published match', async () => {
    const met = { chosen: 0, none: 0 };
    await fc.assert(
      fc.asyncProperty(choices, fc.array(range, { minLength: 8, maxLength: 8 }), async (all, ranges) => {
        const name = await packageWith(all);
        expect(await latestOf(name)).toBe(expectedLatest(all));
        for (const text of ranges) {
          const expected = semver.maxSatisfying(published(all), text) ?? undefined;
          met[expected === undefined ? 'none' : 'chosen'] += 1;
          expect({ text, found: await inRange(name, text) }).toEqual({ text, found: expected });
        }
      }),
      { numRuns: 25 },
    );
    expect(Math.min(met.chosen, met.none)).toBeGreaterThan(10);
  });

  it.each<[string, Choice[], string | undefined]>([
    ['nothing at all', [], undefined],
    [
      'drafts, ingested and revoked versions only',
      [
        { version: '1.0.0', status: 'draft' },
        { version: '2.0.0', status: 'ingested' },
        { version: '3.0.0', status: 'revoked' },
      ],
      undefined,
    ],
    [
      'a higher pre-release',
      [
        { version: '1.0.0', status: 'published' },
        { version: '2.0.0-rc.1', status: 'published' },
      ],
      '1.0.0',
    ],
    [
      'pre-releases only',
      [
        { version: '1.0.0-rc.9', status: 'published' },
        { version: '1.0.0-rc.10', status: 'published' },
        { version: '1.0.0', status: 'revoked' },
      ],
      '1.0.0-rc.10',
    ],
    [
      'numbers of more digits',
      [
        { version: '1.9.0', status: 'published' },
        { version: '1.10.0', status: 'published' },
      ],
      '1.10.0',
    ],
  ])('latest of a package with %s', async (_what, all, expected) => {
    expect(await latestOf(await packageWith(all))).toBe(expected);
  });

  it('finds the match of a range after hundreds of newer versions', async () => {
    const newer = Array.from({ length: 450 }, (_, patch) => ({
      version: `2.0.${patch}`,
      status: 'published' as const,
    }));
    const name = await packageWith([{ version: '1.4.0', status: 'published' }, ...newer]);
    const found = [];
    for (const text of ['1.x', '<2.0.1', '2.0.0 - 2.0.249', '<=2.0.250', '2.x', '3.x']) {
      found.push(await inRange(name, text));
    }
    expect(found).toEqual(['1.4.0', '2.0.0', '2.0.249', '2.0.250', '2.0.449', undefined]);
  });

  it('keeps the versions of packages apart', async () => {
    await packageWith([{ version: '9.9.9', status: 'published' }]);
    const name = await packageWith([{ version: '1.0.0', status: 'published' }]);
    expect([await latestOf(name), await inRange(name, '*'), await inRange(name, '9.x')]).toEqual([
      '1.0.0',
      '1.0.0',
      undefined,
    ]);
  });
});
