import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiResponse } from '../../support/api-client.js';
import {
  artifactPath,
  aVersion,
  commitOf,
  digestOf,
  manifestOf,
  packagePath,
  publish,
  setStatus,
} from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { expectRefused } from '../../support/refusals.js';
import {
  storedOrganizations,
  storedPackages,
  storedVersions,
  type VersionRow,
} from '../../support/stored-versions.js';
import { resolve } from '../../support/version-requests.js';

const PUBLISH = 'POST /v1/org/{org}/mcps/{name}/publish';

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

const versionsOf = async (org: string): Promise<string[]> =>
  (await storedVersions(t, org)).map(({ version, status }) => `${version} ${status}`);

const onlyRow = async (org: string): Promise<VersionRow> => {
  const [row, ...others] = await storedVersions(t, org);
  if (row === undefined || others.length > 0) throw new Error(`${org} has not exactly one version`);
  return row;
};

const countOf = (answers: readonly ApiResponse[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

const other = { git_sha: commitOf('another commit'), repo_ref: 'other', certification_level: 3 };

describe(`${PUBLISH}: 409 for a version that already exists`, () => {
  it.each(['ingested', 'uploaded', 'published', 'revoked'] as const)(
    'refuses to replace a version that is %s',
    async (state) => {
      const id = `exists-${state}/files`;
      await aVersion(admin, id, '1.0.0')[state]();
      const before = await onlyRow(`exists-${state}`);
      expectRefused(await publish(admin, id, '1.0.0', other), 409, 'version');
      expect(await onlyRow(`exists-${state}`)).toEqual(before);
      const { body } = await admin.get(`${packagePath(id)}/versions/1.0.0`);
      expect(body.git_sha).toBe(commitOf(`${id}@1.0.0`));
    },
  );

  it('refuses the same request again', async () => {
    await publish(admin, 'exists-same/files', '1.0.0');
    expectRefused(await publish(admin, 'exists-same/files', '1.0.0'), 409, 'version');
  });

  it('refuses a draft over a version that is not a draft', async () => {
    await publish(admin, 'exists-draft/files', '1.0.0');
    expectRefused(await publish(admin, 'exists-draft/files', '1.0.0', { status: 'draft' }), 409, 'version');
    expect(await versionsOf('exists-draft')).toEqual(['1.0.0 ingested']);
  });

  it.each([
    ['1.0.0', '1.0.0+build'],
    ['1.0.0+build', '1.0.0'],
    ['1.0.0+a', '1.0.0+b'],
    ['1.0.0-rc.1+a', '1.0.0-rc.1'],
  ])('does not treat build metadata as another version: %s, then %s', async (first, second) => {
    const org = `build-${digestOf(first + second).slice(-8)}`;
    await publish(admin, `${org}/files`, first);
    expectRefused(await publish(admin, `${org}/files`, second), 409, 'version');
    expect(await versionsOf(org)).toEqual([`${first} ingested`]);
  });

  it('does not change the package, its aliases and its evidence on refusal', async () => {
    const id = 'exists-package/files';
    const made = { description: 'first', tags: ['first'], visibility: 'public', aliases: ['first'] };
    await aVersion(admin, id, '1.0.0', made).published();
    const before = (await admin.get(packagePath(id))).body;
    const change = {
      description: 'second',
      tags: ['second'],
      visibility: 'private',
      aliases: ['second'],
      evidence_digests: [digestOf('evidence')],
    };
    expectRefused(await publish(admin, id, '1.0.0', change), 409, 'version');
    expect((await admin.get(packagePath(id))).body).toEqual(before);
    expect((await resolve(admin, id, 'first')).status).toBe(200);
    expectRefused(await resolve(admin, id, 'second'), 404);
    expect(
      await t.rows(`SELECT * FROM registry_version_evidence WHERE digest = $1`, [digestOf('evidence')]),
    ).toEqual([]);
  });

  it('stores no manifest on refusal', async () => {
    const id = 'exists-manifest/files';
    await publish(admin, id, '1.0.0');
    const manifest = manifestOf(id, '1.0.0', { more: true });
    expectRefused(await publish(admin, id, '1.0.0', { manifest_json: manifest }), 409);
    const recorded = await t.rows<{ digest: string }>(
      `SELECT a.digest FROM registry_artifact a JOIN registry_organization o ON o.id = a.org_id WHERE o.slug = $1`,
      ['exists-manifest'],
    );
    expect(recorded).toEqual([{ digest: (await onlyRow('exists-manifest')).manifest_digest }]);
  });
});

describe(`${PUBLISH}: 409 for another spelling of an existing name`, () => {
  it.each(['Spelled-Org', 'SPELLED-ORG', 'spelled-orG'])('refuses the organization %s', async (org) => {
    await t.actors.member('spelled-org');
    expectRefused(await publish(admin, `${org}/files`, '1.0.0'), 409);
    expect(await storedOrganizations(t, 'spelled-org')).toEqual(['spelled-org']);
    expect(await storedPackages(t, 'spelled-org')).toEqual([]);
  });

  it.each(['Files', 'FILES', 'filEs'])('refuses the package %s', async (name) => {
    const org = `spelled-${digestOf(name).slice(-8)}`;
    await publish(admin, `${org}/files`, '1.0.0');
    expectRefused(await publish(admin, `${org}/${name}`, '2.0.0'), 409);
    expect(await storedPackages(t, org)).toEqual([`${org}/files`]);
    expect(await versionsOf(org)).toEqual(['1.0.0 ingested']);
  });

  it('refuses an existing version under the other spelling, too', async () => {
    await publish(admin, 'Mixed/Case', '1.0.0');
    expectRefused(await publish(admin, 'mixed/Case', '1.0.0'), 409);
    expectRefused(await publish(admin, 'Mixed/case', '1.0.0'), 409);
    expect(await storedPackages(t, 'mixed')).toEqual(['Mixed/Case']);
  });

  it('allows names that differ in a hyphen and an underscore', async () => {
    await publish(admin, 'punctuated/a-b', '1.0.0');
    expect((await publish(admin, 'punctuated/a_b', '1.0.0')).status).toBe(200);
  });

  it('allows the same package name in two organizations', async () => {
    await publish(admin, 'twin-a/files', '1.0.0');
    expect((await publish(admin, 'twin-b/files', '1.0.0')).status).toBe(200);
  });
});

describe(`${PUBLISH}: 409 for an alias that is taken`, () => {
  it.each(['ingested', 'published', 'revoked', 'draft'] as const)(
    'refuses the alias of a version that is %s, and stores nothing',
    async (state) => {
      const org = `alias-${state}`;
      await aVersion(admin, `${org}/files`, '1.0.0', { aliases: ['stable'] })[state]();
      const change = { aliases: ['fresh', 'stable'], description: 'changed' };
      expectRefused(await publish(admin, `${org}/files`, '2.0.0', change), 409, 'aliases');
      expect(await versionsOf(org)).toEqual([`1.0.0 ${state}`]);
      expect((await admin.get(packagePath(`${org}/files`))).body.description).toBe('');
      expectRefused(await resolve(admin, `${org}/files`, 'fresh'), 404);
    },
  );

  it('allows the same alias in another package', async () => {
    await publish(admin, 'alias-two/files', '1.0.0', { aliases: ['stable'] });
    expect((await publish(admin, 'alias-two/others', '2.0.0', { aliases: ['stable'] })).status).toBe(200);
    expect((await resolve(admin, 'alias-two/files', 'stable')).body.resolved.version).toBe('1.0.0');
  });

  it('distinguishes aliases by case', async () => {
    await publish(admin, 'alias-case/files', '1.0.0', { aliases: ['stable'] });
    expect((await publish(admin, 'alias-case/files', '2.0.0', { aliases: ['Stable'] })).status).toBe(200);
    expect((await resolve(admin, 'alias-case/files', 'Stable')).body.resolved.version).toBe('2.0.0');
  });
});

describe(`${PUBLISH}: only a draft may be replaced`, () => {
  it('records the last publisher, not the creator of the draft', async () => {
    const id = 'over-by/files';
    const publishers = async (): Promise<string[]> =>
      (
        await t.rows<{ published_by: string }>(
          `SELECT v.published_by FROM registry_version v JOIN registry_organization o ON o.id = v.org_id
            WHERE o.slug = 'over-by'`,
        )
      ).map((row) => row.published_by);
    const first = await t.actors.member('over-by', 'member', 'over-by-first');
    const second = await t.actors.member('over-by', 'member', 'over-by-second');
    await aVersion(first, id, '1.0.0').draft();
    expect(await publishers()).toEqual(['over-by-first']);
    await aVersion(second, id, '1.0.0').draft();
    expect(await publishers()).toEqual(['over-by-second']);
    await aVersion(first, id, '1.0.0').ingested();
    expect(await publishers()).toEqual(['over-by-first']);
  });

  it('replaces every field of the draft', async () => {
    const id = 'over-all/files';
    const first = {
      aliases: ['one', 'kept'],
      evidence_digests: [digestOf('old evidence')],
      certification_level: 1,
    };
    await aVersion(admin, id, '1.0.0', first).draft();
    const draft = await onlyRow('over-all');

    const second = {
      ...other,
      aliases: ['two', 'kept'],
      evidence_digests: [digestOf('new evidence')],
      bundle_digest: digestOf('another bundle'),
      bundle_size_bytes: 14,
      manifest_json: manifestOf(id, '1.0.0', { more: true }),
      repo_url: 'https://gitlab.com/over/all',
    };
    const { status, body } = await publish(admin, id, '1.0.0', second);
    expect({ status, body }).toMatchObject({ status: 200, body: { version: '1.0.0', status: 'ingested' } });

    const row = await onlyRow('over-all');
    expect(row.manifest_digest).not.toBe(draft.manifest_digest);
    const { resolved } = (await resolve(admin, id, 'two')).body;
    expect(resolved).toMatchObject({
      version: '1.0.0',
      status: 'ingested',
      git_sha: other.git_sha,
      repo_url: second.repo_url,
      claimed_certification_level: 3,
      manifest: { digest: row.manifest_digest },
      bundle: { digest: second.bundle_digest, size_bytes: 14 },
    });
    expect((await resolve(admin, id, 'kept')).status).toBe(200);
    expectRefused(await resolve(admin, id, 'one'), 404);
    expectRefused(await resolve(admin, id, commitOf(`${id}@1.0.0`)), 404);
    const named = await t.rows(`SELECT digest FROM registry_version_evidence WHERE version_id = $1`, [
      row.id,
    ]);
    expect(named).toEqual([{ digest: digestOf('new evidence') }]);
  });

  it('replaces a draft with a draft, any number of times', async () => {
    for (const level of [1, 2, 3]) {
      const change = { status: 'draft', certification_level: level };
      expect((await publish(admin, 'over-drafts/files', '1.0.0', change)).body.status).toBe('draft');
    }
    expect(await versionsOf('over-drafts')).toEqual(['1.0.0 draft']);
    expect(
      (await resolve(admin, 'over-drafts/files', '1.0.0')).body.resolved.claimed_certification_level,
    ).toBe(3);
  });

  it('sets the build metadata of the newer request', async () => {
    await aVersion(admin, 'over-build/files', '1.0.0+a').draft();
    expect((await publish(admin, 'over-build/files', '1.0.0+b')).body.version).toBe('1.0.0+b');
    expect(await versionsOf('over-build')).toEqual(['1.0.0+b ingested']);
  });

  it('keeps the draft unchanged when the newer request is refused', async () => {
    const id = 'over-refused/files';
    await publish(admin, id, '1.0.0', { aliases: ['taken'] });
    await aVersion(admin, id, '2.0.0', { aliases: ['mine'] }).draft();
    const before = await storedVersions(t, 'over-refused');
    expectRefused(await publish(admin, id, '2.0.0', { ...other, aliases: ['taken'] }), 409, 'aliases');
    expectRefused(await publish(admin, id, '2.0.0', { ...other, git_sha: 'main' }), 400, 'git_sha');
    expect(await storedVersions(t, 'over-refused')).toEqual(before);
    expect((await resolve(admin, id, 'mine')).body.resolved.version).toBe('2.0.0');
  });

  it('ends when the draft is revoked or published', async () => {
    await aVersion(admin, 'over-gone/files', '1.0.0').draft();
    await setStatus(admin, 'over-gone/files', '1.0.0', 'revoked');
    expectRefused(await publish(admin, 'over-gone/files', '1.0.0', { status: 'draft' }), 409, 'version');
    expect(await versionsOf('over-gone')).toEqual(['1.0.0 revoked']);
  });
});

describe(`${PUBLISH}: races`, () => {
  const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)));

  const competing = (id: string, index: number): object => ({
    git_sha: commitOf(`competitor ${index}`),
    manifest_json: manifestOf(id, '1.0.0', { competitor: index }),
    description: `competitor ${index}`,
  });

  it.each(['nothing', 'a draft'])(
    'lets one of twenty publishes of one version win over %s',
    async (before) => {
      const org = `race-${before.replace(' ', '-')}`;
      const id = `${org}/files`;
      if (before === 'a draft') await aVersion(admin, id, '1.0.0').draft();

      const answers = await many(20, (index) => publish(admin, id, '1.0.0', competing(id, index)));
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 19]);

      // The stored version is the winner's in every field.
      const winner = answers.findIndex(({ status }) => status === 200);
      const { resolved } = (await resolve(admin, id, '1.0.0')).body;
      expect(resolved.git_sha).toBe(commitOf(`competitor ${winner}`));
      const manifest = await admin.get(artifactPath(org, resolved.manifest.digest as string, 'manifest'));
      expect(JSON.parse(manifest.text)).toMatchObject({ competitor: winner });
      expect((await admin.get(packagePath(id))).body.description).toBe(`competitor ${winner}`);
      expect(await versionsOf(org)).toEqual(['1.0.0 ingested']);
    },
  );

  it('lets twenty publishes of different versions create one organization and one package', async () => {
    const answers = await many(20, (index) => publish(admin, 'race-begin/files', `1.0.${index}`));
    expect(countOf(answers, 200)).toBe(20);
    expect(await storedOrganizations(t, 'race-begin')).toEqual(['race-begin']);
    expect(await storedPackages(t, 'race-begin')).toEqual(['race-begin/files']);
    const listed = (await admin.get(`${packagePath('race-begin/files')}/versions`)).body.versions;
    expect(listed).toHaveLength(20);
  });

  it('lets different packages of a new organization be created concurrently', async () => {
    const answers = await many(10, (index) => publish(admin, `race-packages/files-${index}`, '1.0.0'));
    expect(countOf(answers, 200)).toBe(10);
    expect(await storedPackages(t, 'race-packages')).toHaveLength(10);
  });

  it('lets one spelling of a new organization win', async () => {
    const spellings = ['race-spelling', 'Race-Spelling'];
    const answers = await many(20, (index) =>
      publish(admin, `${spellings[index % 2] ?? ''}/files`, `1.0.${index}`),
    );
    expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([10, 10]);
    const [winner] = await storedOrganizations(t, 'race-spelling');
    answers.forEach(({ status }, index) => expect(status).toBe(spellings[index % 2] === winner ? 200 : 409));
  });

  it('gives an alias to one of ten versions that request it', async () => {
    const answers = await many(10, (index) =>
      publish(admin, 'race-alias/files', `1.0.${index}`, { aliases: ['stable'] }),
    );
    expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 9]);
    const winner = answers.find(({ status }) => status === 200)?.body.version as string;
    expect(await versionsOf('race-alias')).toEqual([`${winner} ingested`]);
    expect((await resolve(admin, 'race-alias/files', 'stable')).body.resolved.version).toBe(winner);
  });

  it('answers drafts that swap their aliases concurrently with 200 or 409, and leaves each alias with one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = `race-swap/files-${round}`;
      await aVersion(admin, id, '1.0.0', { aliases: ['left'] }).draft();
      await aVersion(admin, id, '2.0.0', { aliases: ['right'] }).draft();
      const swap = (version: string, alias: string): Promise<ApiResponse> =>
        publish(admin, id, version, { aliases: [alias], status: 'draft' });
      const answers = await Promise.all([swap('1.0.0', 'right'), swap('2.0.0', 'left')]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      for (const alias of ['left', 'right']) expect((await resolve(admin, id, alias)).status).toBe(200);
    }
  });

  it('lets one of two versions win that request the same aliases in different order', async () => {
    const aliases = Array.from({ length: 10 }, (_, index) => `alias-${index}`);
    for (let round = 0; round < 10; round += 1) {
      const id = `race-order/files-${round}`;
      const answers = await Promise.all([
        publish(admin, id, '1.0.0', { aliases }),
        publish(admin, id, '2.0.0', { aliases: aliases.toReversed() }),
      ]);
      expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([1, 1]);
    }
  });
});
