import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MissingReleaseKeys } from '../../../../src/hub/catalog/newest-versions/missing-release-keys.js';
import { NewestVersionsJob } from '../../../../src/hub/catalog/newest-versions/newest-versions-job.js';
import { NumberedVersions, type Numbering } from '../../../support/numbered-versions.js';
import { analyze } from '../../../support/publications.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const NEVER = new AbortController().signal;
const RUNS = 8;

async function after(...happenings: readonly Numbering[]): Promise<NumberedVersions> {
  const numbered = await NumberedVersions.start(t, actors);
  for (const happening of happenings) await numbered.happen(happening);
  return numbered;
}

const pypi = (number: string): Numbering => ({ what: 'pypi', number });
const tag = (commit: number, number: string): Numbering => ({ what: 'tag', commit, number });
const commit = (number: number): Numbering => ({ what: 'commit', commit: number });

const TWO_MEANINGS = { result: 'DENIED', reason: expect.stringMatching(/several commits/) };
/** With the newest version, and the certified one to pin. */
const NOT_LATEST = {
  result: 'DENIED',
  reason: expect.stringMatching(
    /^the newest version, \S+, is not (?:what the registry calls latest|certified).*; (?:pin \S+, the newest certified version|none of its last versions is certified)$/,
  ),
};

describe('latest of a server whose newest version the registry cannot have under its number', () => {
  it.each([
    ['a fourth number', '1.2.3', '1.2.3.1'],
    ['a post-release', '1.0', '1.0.post1'],
    ['an epoch', '2.0', '1!0.1'],
  ])('is denied, and so is nothing else: %s', async (_what, before, newest) => {
    const numbered = await after(pypi(before), pypi(newest));
    const version = numbered.versions.get(`pypi ${newest}`);
    if (version === undefined) throw new Error('no version');
    const { versionId } = version;
    expect(await numbered.newest()).toBe(versionId);
    expect(await numbered.ask('latest')).toMatchObject(NOT_LATEST);
    for (const reference of ['latest', newest])
      expect(await numbered.ask(reference, `pypi:${numbered.python}`)).toMatchObject({
        result: 'ALLOWED',
        understood: { version: { id: versionId } },
      });
    expect(await numbered.ask(before, `pypi:${numbered.python}`)).toMatchObject({ result: 'ALLOWED' });
    const { text } = await numbered.org.owner.get(
      `/api/v1/orgs/${numbered.org.id}/managed-settings?format=claude-mcp`,
    );
    // The certified version is started by its number in the registry.
    const listed = [...text.matchAll(/"run","([^"]+)"/g)].map(([, reference]) => reference);
    const own = listed.filter((reference) => reference?.startsWith(`${numbered.org.slug}/`));
    const names = (await numbered.numbersOf(version)).map((each) => `${numbered.org.slug}/files@${each}`);
    expect([own.length, names]).toEqual([1, expect.arrayContaining(own)]);
  });

  it('is that version where the registry has no other one', async () => {
    const numbered = await after(pypi('1.0.post1'));
    const { result, understood } = await numbered.ask('latest');
    expect(result).toBe('ALLOWED');
    expect(await numbered.registryLatest()).toBe(numbered.digestOf(understood?.version?.id));
  });

  it('is denied where a pre-release has another one’s number, which the registry has under a higher one', async () => {
    const numbered = await after({ what: 'npm', number: '2.0.0-rc.1' }, tag(2, '2.0.0-rc.1'));
    const [older, other] = [numbered.versions.get('npm 2.0.0-rc.1'), numbered.versions.get('commit 2')];
    expect(await numbered.newest()).toBe(older?.versionId);
    expect(await numbered.registryLatest()).toBe(numbered.digestOf(other?.versionId));
    expect(await numbered.ask('latest')).toMatchObject(NOT_LATEST);
  });

  it('is denied where others have registered its number, and the version stays the newest', async () => {
    const numbered = await after(tag(1, '1.1.0'), { what: 'registered', number: '1.2.0' }, tag(2, '1.2.0'));
    const [older, newest] = [numbered.versions.get('commit 1'), numbered.versions.get('commit 2')];
    expect(await numbered.newest()).toBe(newest?.versionId);
    expect(await numbered.registryLatest()).toBe(numbered.digestOf(older?.versionId));
    expect(await numbered.ask('latest')).toMatchObject(NOT_LATEST);
    expect(await numbered.ask('1.1.0')).toMatchObject({ result: 'ALLOWED' });
  });
});

describe('latest of a server whose newest version', () => {
  const NOT_CERTIFIED = { certification_level: 0 } as const;

  it.each([
    ['a release', '1.2.0'],
    ['a commit', null],
  ])(
    'is not certified, so that the registry does not get it, is denied where that has another one: %s',
    async (_what, number) => {
      const numbered = await after(number === null ? commit(1) : tag(1, '1.1.0'));
      const older = numbered.versions.get('commit 1');
      await numbered.takeUnpublished(2, number, NOT_CERTIFIED);
      await numbered.settle();
      const newest = numbered.versions.get('commit 2');
      expect(await numbered.newest()).toBe(newest?.versionId);
      expect(await numbered.registryLatest()).toBe(numbered.digestOf(older?.versionId));
      expect(await numbered.ask('latest')).toMatchObject(NOT_LATEST);
      const { visible_version: visible } = (await numbered.org.owner.get(`/api/v1/mcps/${numbered.mcp.id}`))
        .body.latest_version;
      expect(await numbered.ask(visible as string)).toMatchObject({
        result: 'ALLOWED',
        understood: { version: { id: newest?.versionId } },
      });
    },
  );

  it('is not certified is denied by the policy that denies it, also in the record', async () => {
    const numbered = await after(tag(1, '1.1.0'));
    await numbered.takeUnpublished(2, '1.2.0', NOT_CERTIFIED);
    await numbered.settle();
    const { id, owner } = numbered.org;
    const policy = { name: 'High scores', action: 'DENY', target_type: 'SCORE', target_value: 'min:100' };
    expect((await owner.post(`/api/v1/orgs/${id}/policies`, policy)).status).toBe(201);
    expect(await numbered.ask('latest')).toMatchObject({
      result: 'DENIED',
      reason: expect.not.stringMatching(/several commits/),
      matched_policy: { name: 'High scores' },
      understood: { version: { id: numbered.versions.get('commit 2')?.versionId } },
    });
    const { body } = await owner.get(`/api/v1/orgs/${id}/evaluations`);
    const path = `/api/v1/orgs/${id}/evaluations/${body.evaluations[0].id as string}`;
    expect((await owner.get(path)).body.mcps[0].matched_policy).toMatchObject({ name: 'High scores' });
  });

  it('is not certified is that version where the registry has no other one', async () => {
    const numbered = await after();
    await numbered.takeUnpublished(1, '1.0.0', NOT_CERTIFIED);
    await numbered.takeUnpublished(2, '1.1.0', NOT_CERTIFIED);
    await numbered.settle();
    expect(await numbered.ask('latest')).toMatchObject({
      result: 'ALLOWED',
      understood: { version: { id: numbered.versions.get('commit 2')?.versionId } },
    });
  });

  it('is not certified is denied where somebody else has published one with a finding', async () => {
    const numbered = await after({ what: 'published', number: '1.0.0' });
    await numbered.takeUnpublished(1, '2.0.0', NOT_CERTIFIED);
    await numbered.settle();
    expect(await numbered.ask('latest')).toMatchObject(NOT_LATEST);
  });

  it('could not be published is denied until it is', async () => {
    const numbered = await after(tag(1, '1.1.0'));
    await numbered.takeUnpublished(2, '1.2.0');
    const newest = numbered.versions.get('commit 2');
    await t.rows(
      `UPDATE publication SET status = 'FAILED', failure_reason = 'the registry refused it' WHERE version_id = $1`,
      [newest?.versionId],
    );
    expect(await numbered.newest()).toBe(newest?.versionId);
    expect(await numbered.ask('latest')).toMatchObject(NOT_LATEST);
    expect(await numbered.ask('1.1.0')).toMatchObject({ result: 'ALLOWED' });
    await t.rows(`UPDATE publication SET status = 'QUEUED' WHERE version_id = $1`, [newest?.versionId]);
    await numbered.settle();
    expect(await numbered.ask('latest')).toMatchObject({
      result: 'ALLOWED',
      understood: { version: { id: newest?.versionId } },
    });
  });
});

describe('a number under which the registry has a version of PyPI', () => {
  it.each([
    ['1.0', '1.0.0'],
    ['2.0rc1', '2.0.0-rc.1'],
  ])('means that version, whoever else has the number: %s as %s', async (python, number) => {
    const numbered = await after(pypi(python));
    const versionId = numbered.versions.get(`pypi ${python}`)?.versionId;
    await numbered.takeUnpublished(1, number, { certification_level: 0 });
    await numbered.settle();
    expect(await numbered.registryHas(number)).toBe(numbered.digestOf(versionId));
    expect(await numbered.ask(number)).toMatchObject({
      result: 'ALLOWED',
      understood: { version: { id: versionId } },
    });
    const certified = await after(pypi(python), tag(2, number));
    expect(await certified.ask(number)).toMatchObject(TWO_MEANINGS);
  });
});

describe('a number that is revoked in the registry', () => {
  it('leaves the version under the one that it got since, and with that it is revoked', async () => {
    const numbered = await after(commit(1), tag(1, '1.0.0'));
    const version = numbered.versions.get('commit 1');
    if (version === undefined) throw new Error('no version');
    const [head = '', release] = await numbered.numbersOf(version);
    expect(release).toBe('1.0.0');
    await numbered.happen({ what: 'revoked', number: head });
    expect(await numbered.ask('latest')).toMatchObject({
      result: 'ALLOWED',
      understood: { version: { id: version.versionId } },
    });
    expect(await numbered.ask('1.0.0')).toMatchObject({ result: 'ALLOWED' });
    expect(await numbered.registryLatest()).toBe(numbered.digestOf(version.versionId));
    await numbered.happen({ what: 'revoked', number: '1.0.0' });
    expect(await numbered.ask('1.0.0')).toMatchObject({ result: 'DENIED' });
    expect(await numbered.newest()).toBeUndefined();
  });

  it('that others have given to the bytes of a version leaves a release where its own number puts it', async () => {
    const numbered = await after(tag(1, '1.1.0'), { what: 'registered', number: '1.2.0' }, tag(2, '1.2.0'));
    const version = numbered.versions.get('commit 2');
    if (version === undefined) throw new Error('no version');
    await numbered.publishAs('1.3.0', version);
    expect(await numbered.ask('latest')).toMatchObject({ result: 'ALLOWED' });
    await numbered.happen({ what: 'revoked', number: '1.3.0' });
    expect(await numbered.newest()).toBe(version.versionId);
    expect(await numbered.ask('latest')).toMatchObject(NOT_LATEST);
  });

  it('leaves a release of PyPI in its place at once', async () => {
    const numbered = await after(pypi('1.2.3'), pypi('1.2.3.1'));
    const version = numbered.versions.get('pypi 1.2.3.1');
    if (version === undefined) throw new Error('no version');
    await numbered.publishAs('3.0.0', version);
    await numbered.happen({ what: 'revoked', number: '3.0.0' });
    expect(await numbered.newest()).toBe(version.versionId);
    expect(await numbered.ask('latest')).toMatchObject(NOT_LATEST);
  });

  it('takes the place with it that others have given to the bytes of a version', async () => {
    const numbered = await after(tag(1, '1.0.0'), tag(2, '2.0.0'));
    const [older, newest] = [numbered.versions.get('commit 1'), numbered.versions.get('commit 2')];
    if (older === undefined) throw new Error('no version');
    await numbered.publishAs('3.0.0', older);
    expect(await numbered.newest()).toBe(older.versionId);
    await numbered.happen({ what: 'revoked', number: '3.0.0' });
    expect(await numbered.newest()).toBe(newest?.versionId);
    expect(await numbered.registryLatest()).toBe(numbered.digestOf(newest?.versionId));
    expect(await numbered.ask('1.0.0')).toMatchObject({ result: 'ALLOWED' });
    expect(await numbered.ask('3.0.0')).toMatchObject({ result: 'DENIED' });
  });
});

describe('a number under which others have published other bytes', () => {
  it.each(['2.0.0', '2.0.0-rc.1'])(
    'is not that of the hub’s version, however often that is published: %s',
    async (number) => {
      const numbered = await after({ what: 'published', number }, tag(1, number));
      const version = numbered.versions.get('commit 1');
      if (version === undefined) throw new Error('no version');
      const other = await numbered.registryHas(number);
      expect(other).not.toBe(numbered.digestOf(version.versionId));
      expect(await numbered.ask(number)).toMatchObject({ result: 'DENIED' });
      await analyze(t, version);
      await numbered.happen(commit(2));
      expect(await numbered.ask(number)).toMatchObject({ result: 'DENIED' });
      expect(await numbered.ask('latest')).toMatchObject({ result: 'DENIED' });
    },
  );

  it('is not that of the hub’s version, whose bytes others have published under a higher one', async () => {
    const numbered = await after({ what: 'published', number: '1.2.0' }, tag(1, '1.2.0'));
    const version = numbered.versions.get('commit 1');
    if (version === undefined) throw new Error('no version');
    await numbered.publishAs('1.3.0', version);
    expect(await numbered.ask('1.2.0')).toMatchObject({ result: 'DENIED' });
  });
});

it('latest and numbers are allowed only where they are the bytes that the registry has, after every history', async () => {
  const NUMBERS = ['0.9.0', '1.0.0', '1.10.0', '2.0.0-rc.1', '2.0.0'];
  const numbers = fc.constantFrom(...NUMBERS);
  const python = fc.constantFrom('1.0', '1.0.post1', '1.2.3', '1.2.3.1', '1!0.1', '2.0rc1');
  const commits = fc.integer({ min: 1, max: 3 });
  const happening: fc.Arbitrary<Numbering> = fc.oneof(
    fc.record({ what: fc.constant('commit' as const), commit: commits }),
    fc.record({ what: fc.constant('tag' as const), commit: commits, number: numbers }),
    fc.record({ what: fc.constant('pypi' as const), number: python }),
    fc.record({
      what: fc.constantFrom('registered' as const, 'published' as const, 'revoked' as const),
      number: numbers,
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 6 }), async (happenings) => {
      const numbered = await after(...happenings);
      const { result, understood } = await numbered.ask('latest');
      if (result === 'ALLOWED') {
        expect(understood?.version?.id).toBe(await numbered.newest());
        expect(numbered.digestOf(understood?.version?.id)).toBe(await numbered.registryLatest());
      } else {
        // Without what the registry cannot have under its number, the hub's newest certified version is never denied.
        const isPlain = happenings.every(({ what }) => what === 'commit' || what === 'tag');
        expect(isPlain).toBe(false);
      }
      for (const number of NUMBERS) {
        const exact = await numbered.ask(number);
        const bytes = exact.result === 'ALLOWED' ? await numbered.registryHas(number) : undefined;
        if (bytes !== undefined) expect(numbered.digestOf(exact.understood?.version?.id)).toBe(bytes);
      }
    }),
    { numRuns: RUNS },
  );
});

describe('a version that a process of an earlier version has written', () => {
  it.each([
    ['of PyPI', { kind: 'pypi', name: 'files', version: '3.0.post1' }, null],
    ['of npm', { kind: 'npm', name: 'files', version: '3.0.0' }, '3.0.0'],
    [
      'with a tag',
      { kind: 'repository', url: 'https://github.com/a/b', path: '', commit: '', ref: '' },
      '3.0.0',
    ],
  ])('gets its place, and is the newest then: %s', async (_what, source, semver) => {
    const numbered = await after(tag(1, '2.0.0'));
    const id = crypto.randomUUID();
    await t.rows(
      `INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, semver, source, status, created_at, updated_at)
       VALUES ($1::uuid, $2, $1::text, $1::text, $3, $4, 'INGESTED', now() - interval '1 day', now())`,
      [id, numbered.mcp.id, semver, JSON.stringify(source)],
    );
    expect(await numbered.newest()).not.toBe(id);
    await t.app.get(NewestVersionsJob).run(NEVER);
    expect(await numbered.newest()).toBe(id);
  });

  it('is published, and counts like any other, if it was a preview', async () => {
    const numbered = await after();
    await numbered.takeUnpublished(1, null);
    const version = numbered.versions.get('commit 1');
    if (version === undefined) throw new Error('no version');
    const publications = (): Promise<object[]> =>
      t.rows('SELECT status FROM publication WHERE version_id = $1', [version.versionId]);
    await t.rows('DELETE FROM publication WHERE version_id = $1', [version.versionId]);
    await t.rows(
      `UPDATE mcp_version SET preview = true, semver = '3.0.0', release_key = NULL WHERE id = $1`,
      [version.versionId],
    );
    await t.app.get(NewestVersionsJob).run(NEVER);
    expect(await numbered.newest()).toBe(version.versionId);
    expect(await publications()).toMatchObject([{ status: 'QUEUED' }]);
    await numbered.settle();
    expect(await numbered.registryHas('3.0.0')).toBe(numbered.digestOf(version.versionId));
  });

  it('is found by an index that is empty otherwise', async () => {
    await t.app.get(MissingReleaseKeys).fill(NEVER);
    const [{ count } = { count: -1 }] = await t.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM mcp_version
        WHERE release_key IS NULL AND (semver IS NOT NULL OR source ->> 'kind' IN ('npm', 'pypi', 'registry'))`,
    );
    expect(count).toBe(0);
  });
});
