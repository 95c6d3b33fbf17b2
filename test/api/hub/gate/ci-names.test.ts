import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

interface Answer {
  readonly result: string;
  readonly reason?: string;
  readonly global_score: number | null;
  readonly understood: { readonly as: string; readonly mcp: { readonly name: string } | null };
}

const ask = async (name: string, version = 'latest'): Promise<Answer> =>
  (await gate.ask({ name, version })).body.mcps[0] as Answer;

const unique = (): string => randomUUID().slice(0, 8);
const bytesOf = (): string => `sha256:${(randomUUID() + randomUUID()).replaceAll('-', '')}`;
const npm = (name: string, version: string) => ({ kind: 'npm', name, version });
const pypi = (name: string, version: string) => ({ kind: 'pypi', name, version });
const repository = (url: string, path = '') => ({
  kind: 'repository',
  url,
  path,
  commit: commitOf('1'),
  ref: '',
});

describe('The gate does not take', () => {
  it('the claim of an entry for the repository or package that its bytes came from', async () => {
    const repo = `https://github.com/acme/claimed-${unique()}`;
    await gate.server(uniqueName('claimed'), [{ commit: commitOf('1') }], { repoUrl: repo });
    await gate.server(
      uniqueName('pushed'),
      [{ commit: commitOf('2'), source: { kind: 'upload', key: 'x' } }],
      { repoUrl: repo },
    );
    expect(await ask(repo)).toMatchObject({
      result: 'DENIED',
      reason: expect.stringMatching(/no such version/),
    });
  });

  it('the address that an entry has now for where its bytes came from', async () => {
    const repo = `https://github.com/acme/moved-${unique()}`;
    await gate.server(
      uniqueName('moved'),
      [{ commit: commitOf('1'), source: repository('https://github.com/acme/elsewhere') }],
      { repoUrl: repo },
    );
    expect((await ask(repo)).result).toBe('DENIED');
  });

  it('one package for another', async () => {
    const name = `pkg-${unique()}`;
    await gate.server(uniqueName('pkg'), [
      { commit: commitOf('1'), semver: '1.0.0', source: npm(name, '1.0.0') },
      { commit: commitOf('2'), semver: '2.0.0', source: npm(`other-${name}`, '2.0.0') },
      { commit: commitOf('3'), semver: '3.0.0', source: pypi(name, '3.0.0') },
    ]);
    expect((await ask(`npm:${name}`, '1.0.0')).result).toBe('ALLOWED');
    for (const [other, version] of [
      [`npm:${name}`, '2.0.0'],
      [`npm:${name}`, '3.0.0'],
      [`pypi:${name}`, '1.0.0'],
      [`npm:${name.toUpperCase()}`, '1.0.0'],
      [`npm:@acme/${name}`, '1.0.0'],
      [`npm:${name}@1.0.0`, '1.0.0'],
    ] as const) {
      expect((await ask(other, version)).result).toBe('DENIED');
    }
  });

  it('another organization’s private server under any name', async () => {
    const stranger = await gate.actors.organization();
    const [name, repo, bytes] = [`pkg-${unique()}`, `https://github.com/acme/hidden-${unique()}`, bytesOf()];
    await gate.server(
      uniqueName('hidden'),
      [
        { commit: commitOf('1'), semver: '1.0.0', source: npm(name, '1.0.0'), bytes },
        { commit: commitOf('2'), source: repository(repo) },
      ],
      { orgId: stranger.id, visibility: 'private', repoUrl: repo },
    );
    for (const hidden of [`npm:${name}`, repo, bytes]) {
      expect(await ask(hidden)).toMatchObject({
        result: 'DENIED',
        understood: { mcp: null, version: null, snapshot_id: null },
      });
    }
  });

  it('a digest whose version is revoked, or that is another version’s', async () => {
    const [revoked, good] = [bytesOf(), bytesOf()];
    await gate.server(uniqueName('digest'), [
      { commit: commitOf('1'), semver: '1.0.0', bytes: revoked, revoked: 'stolen key' },
      { commit: commitOf('2'), semver: '2.0.0', bytes: good },
    ]);
    expect(await ask(revoked)).toMatchObject({
      result: 'DENIED',
      reason: 'the version is revoked: stolen key',
    });
    expect((await ask(good, '1.0.0')).result).toBe('DENIED');
    expect((await ask(good, '2.0.0')).result).toBe('ALLOWED');
  });

  it.each([
    ['an image', `docker.io/acme/files@sha256:${'a'.repeat(64)}`, 'image'],
    ['an image with a prefix', `oci:acme/files@sha256:${'a'.repeat(64)}`, 'image'],
    ['an address of a running server', 'https://mcp.example.com/mcp', 'remote'],
    ['an unknown digest', `sha256:${'0'.repeat(64)}`, 'digest'],
    ['a name that no package has', 'npm:../../etc', 'npm_package'],
    ['a name that no server has', 'two words', 'catalog_name'],
  ])('%s, but says what it understood', async (_what, name, as) => {
    expect(await ask(name)).toMatchObject({ result: 'DENIED', global_score: null, understood: { as } });
  });
});

describe('The gate understands', () => {
  it('packages of npm, with and without a prefix', async () => {
    const name = `pkg-${unique()}`;
    const server = uniqueName('npm');
    await gate.server(server, [
      { commit: commitOf('1'), semver: '1.0.0', score: 10, source: npm(name, '1.0.0') },
      { commit: commitOf('2'), semver: '1.1.0', score: 20, source: npm(name, '1.1.0') },
    ]);
    for (const text of [name, `npm:${name}`, `NPM:${name}`]) {
      expect(await ask(text, '1.0.0')).toMatchObject({
        global_score: 10,
        understood: {
          as: 'npm_package',
          mcp: { name: server },
          version: { semver: '1.0.0' },
        },
      });
      expect((await ask(text)).global_score).toBe(20);
    }
  });

  it('packages of PyPI in any spelling, with versions that are not semantic', async () => {
    const name = `Pkg_${unique()}`;
    await gate.server(uniqueName('pypi'), [
      { commit: commitOf('1'), source: pypi(name, '1.0.post1'), score: 30 },
      { commit: commitOf('2'), semver: '1.1.0', source: pypi(name, '1.1.0'), score: 40 },
    ]);
    for (const text of [`pypi:${name}`, `pypi:${name.toLowerCase().replace('_', '.')}`]) {
      expect(await ask(text, '1.0.post1')).toMatchObject({
        global_score: 30,
        understood: { as: 'pypi_package' },
      });
      expect((await ask(text, '1.1.0')).global_score).toBe(40);
    }
  });

  it('addresses of repositories, their folders, and public names', async () => {
    const repo = `https://github.com/Acme/Many-${unique()}`;
    await gate.server(uniqueName('whole'), [{ commit: commitOf('1'), score: 50, source: repository(repo) }], {
      repoUrl: repo,
    });
    await gate.server(
      uniqueName('folder'),
      [{ commit: commitOf('2'), score: 60, source: repository(repo, 'src/files') }],
      { repoUrl: repo, path: 'src/files' },
    );
    const path = repo.replace('https://github.com/', '');
    for (const text of [
      repo,
      `${repo}.git`,
      `git@github.com:${path}.git`,
      `github.com/${path}`,
      `${repo}/`,
    ]) {
      expect(await ask(text)).toMatchObject({ global_score: 50, understood: { as: 'repository' } });
    }
    expect(await ask(`io.github.${path}`)).toMatchObject({
      global_score: 50,
      understood: { as: 'public_name' },
    });
    for (const text of [`${repo}#src/files`, `${repo}/tree/main/src/files`]) {
      expect((await ask(text)).global_score).toBe(60);
    }
    expect((await ask(`${repo}#src`)).result).toBe('DENIED');
  });

  it('digests of bundles', async () => {
    const bytes = bytesOf();
    await gate.server(uniqueName('bytes'), [{ commit: commitOf('1'), score: 70, bytes }]);
    for (const [name, version] of [
      [bytes, 'latest'],
      [bytes, bytes],
      [bytes.toUpperCase().replace('SHA256', 'sha256'), 'latest'],
    ] as const) {
      expect(await ask(name, version)).toMatchObject({ global_score: 70, understood: { as: 'digest' } });
    }
  });

  it('one package that several entries have: the own one first, then the best known', async () => {
    const name = `pkg-${unique()}`;
    const version = (score: number) => [
      { commit: commitOf('1'), semver: '1.0.0', score, source: npm(name, '1.0.0') },
    ];
    const stranger = await gate.actors.organization();
    await gate.server(uniqueName('stranger'), version(10), { orgId: stranger.id });
    const verified = uniqueName('verified');
    await gate.server(verified, version(20));
    await gate.t.rows(`UPDATE mcp SET origin = 'verified' WHERE name = $1`, [verified]);
    expect((await ask(name, '1.0.0')).global_score).toBe(20);
    await gate.server(uniqueName('own'), version(30), { orgId: gate.org.id, visibility: 'private' });
    expect((await ask(name, '1.0.0')).global_score).toBe(30);
  });

  it('the newest version of an own entry whose versions are all revoked: none', async () => {
    const name = `pkg-${unique()}`;
    const version = { commit: commitOf('1'), semver: '1.0.0', source: npm(name, '1.0.0') };
    await gate.server(uniqueName('public'), [version]);
    await gate.server(uniqueName('own'), [{ ...version, revoked: 'bad' }], { orgId: gate.org.id });
    expect((await ask(name)).result).toBe('DENIED');
    expect(await ask(name, '1.0.0')).toMatchObject({
      result: 'DENIED',
      reason: 'the version is revoked: bad',
    });
  });
});
