import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { gunzip, tarEntries } from '@mcp-hub/analyzer/archives';
import { resolveSource } from '../src/fetch-source.js';
import { contentsOf, tarGzOf, type TarEntry } from './support/archives.js';
import {
  advertisement,
  ARCHIVE,
  archiveOf,
  COMMIT,
  fakeCodeHost,
  OLDER,
  REFS,
} from './support/fake-code-host.js';
import { fetched, refused } from './support/fetching.js';
import { body, slow, truncated } from './support/listener.js';

const FILES: readonly TarEntry[] = [
  { name: 'README.md', content: '# files' },
  { name: 'server', type: 'directory' },
  { name: 'server/run.sh', content: 'exec node .', mode: 0o775 },
  { name: 'server/index.js', content: 'export {};', mode: 0o664 },
];

const hostWith = async (entries: readonly TarEntry[], commit?: string) =>
  fakeCodeHost({ [ARCHIVE]: body(await archiveOf(entries, commit)) });

async function refusalOf(archive: Buffer): Promise<unknown> {
  const { options, spec } = await fakeCodeHost({ [ARCHIVE]: body(archive) });
  return await refused(spec, options);
}

describe('the archive of a repository is refused', () => {
  it.each([
    ['leads out of its folder', { name: '../evil.js', content: 'x' }],
    ['has a backslash', { name: 'a\\b', content: 'x' }],
    ['is deeper than 40', { name: 'a/'.repeat(50) + 'b', content: 'x' }],
    ['neither file nor folder', { name: 'pipe', type: 'fifo' }],
    ['neither file nor folder', { name: 'hard', type: 'link', linkname: 'README.md' }],
    ['has a name twice', { name: 'README.md', content: 'other' }],
  ])('when an entry %s', async (reason, entry) => {
    expect(await refusalOf(await archiveOf([...FILES, entry]))).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(reason),
      isRetryable: false,
      left: [],
    });
  });

  it('when it has more than one folder, or a file beside it', async () => {
    const two = await tarGzOf([
      { name: 'one/a', content: 'a' },
      { name: 'two/b', content: 'b' },
    ]);
    expect(await refusalOf(two)).toMatchObject({ code: 'invalid' });
    expect(await refusalOf(await tarGzOf([{ name: 'a', content: 'a' }]))).toMatchObject({ code: 'invalid' });
  });

  it('when it is broken, or empty', async () => {
    expect(await refusalOf(Buffer.from('<html>sorry</html>'))).toMatchObject({ code: 'invalid' });
    expect(await refusalOf(gzipSync(Buffer.alloc(2000, 1)))).toMatchObject({ code: 'invalid' });
    expect(await refusalOf(await tarGzOf([{ name: 'files', type: 'directory' }]))).toMatchObject({
      code: 'invalid',
      message: 'there are no files',
    });
  });

  it('when it is of another commit than it should be', async () => {
    const { options, spec } = await hostWith(FILES, OLDER);
    expect(await refused(spec, options)).toMatchObject({ code: 'integrity', left: [] });
  });

  it('when it is cut off, which may pass', async () => {
    const archive = await archiveOf([{ name: 'noise', content: createHash('sha512').digest() }, ...FILES]);
    expect(await refusalOf(archive.subarray(0, archive.length - 20))).toMatchObject({
      code: 'unavailable',
      message: 'the archive is cut off',
      isRetryable: true,
      left: [],
    });
    const { options, spec } = await fakeCodeHost({ [ARCHIVE]: truncated(archive) });
    expect(await refused(spec, options)).toMatchObject({ code: 'unavailable', isRetryable: true, left: [] });
  });

  it('when it is too large, by its header, by its bytes and unpacked', async () => {
    const limits = { archiveBytes: 10_000, unpackedBytes: 1_000_000 };
    const noise = (await import('node:crypto')).randomBytes(20_000);
    for (const answer of [
      body(noise, { 'content-length': '20000' }),
      body(noise, { 'transfer-encoding': 'chunked' }),
    ]) {
      const { options, spec } = await fakeCodeHost({ [ARCHIVE]: answer });
      expect(await refused(spec, { ...options, limits })).toMatchObject({ code: 'too_large', left: [] });
    }
    const bomb = await archiveOf([{ name: 'zeros', content: Buffer.alloc(2_000_000) }]);
    expect(bomb.length).toBeLessThan(limits.archiveBytes);
    const { options, spec } = await fakeCodeHost({ [ARCHIVE]: body(bomb) });
    expect(await refused(spec, { ...options, limits })).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('unpacks to more than 1 MiB'),
      left: [],
    });
  });

  it('when it has too many entries, or links that multiply', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, content: '' }));
    const { options, spec } = await hostWith(many);
    expect(await refused(spec, { ...options, limits: { entries: 20 } })).toMatchObject({ code: 'too_large' });
    expect(await refused(spec, { ...options, limits: { files: 20 } })).toMatchObject({ code: 'too_large' });
    const doubling: TarEntry[] = [{ name: 'd0/file', content: 'x' }];
    for (let level = 1; level < 30; level += 1)
      for (const side of ['a', 'b'])
        doubling.push({ name: `d${level}/${side}`, type: 'symlink', linkname: `../d${level - 1}` });
    const second = await hostWith(doubling);
    expect(await refused(second.spec, second.options)).toMatchObject({ code: 'too_large' });
  });

  it('when it unpacks to too much outside of its files, or links make it larger', async () => {
    const limits = { archiveBytes: 100_000, unpackedBytes: 1_000_000, entries: 1000 };
    const archive = await archiveOf(FILES);
    const padded = gzipSync(Buffer.concat([gunzipSync(archive), Buffer.alloc(5_000_000)]));
    const links = Array.from({ length: 20 }, (_, index) => ({
      name: `link${index}`,
      type: 'symlink',
      linkname: 'zeros',
    }));
    const multiplied = await archiveOf([{ name: 'zeros', content: Buffer.alloc(100_000) }, ...links]);
    for (const [bytes, code] of [
      [padded, 'invalid'],
      [multiplied, 'too_large'],
    ] as const) {
      const { options, spec } = await fakeCodeHost({ [ARCHIVE]: body(bytes) });
      expect(await refused(spec, { ...options, limits })).toMatchObject({ code, left: [] });
    }
  });

  it('when it takes too long', async () => {
    const { options, spec } = await fakeCodeHost({ [ARCHIVE]: slow('x') });
    expect(await refused(spec, { ...options, limits: { time: 300 } })).toMatchObject({
      code: 'timeout',
      isRetryable: true,
      left: [],
    });
  });

  it('when the caller ends it, with the reason of the caller', async () => {
    const ending = new AbortController();
    const reason = new Error('shutting down');
    const { options, spec } = await fakeCodeHost({ [ARCHIVE]: () => ending.abort(reason) });
    await expect(fetched(spec, { ...options, signal: ending.signal })).rejects.toBe(reason);
    await expect(fetched(spec, { ...options, signal: ending.signal })).rejects.toBe(reason);
  });
});

describe('what a host answers', () => {
  it.each([
    [404, 'not_found', false],
    [401, 'denied', false],
    [403, 'denied', false],
    [400, 'unavailable', false],
    [429, 'unavailable', true],
    [503, 'unavailable', true],
  ])('with status %i is %s', async (status, code, isRetryable) => {
    const { options, spec } = await fakeCodeHost({
      [ARCHIVE]: (_request, response) => response.writeHead(status).end(),
    });
    expect(await refused(spec, options)).toMatchObject({ code, isRetryable, left: [] });
  });

  it.each([{ 'retry-after': '60' }, { 'x-ratelimit-remaining': '0' }, { 'ratelimit-remaining': '0' }])(
    'with status 403 and %j is a limit of requests, which passes',
    async (headers) => {
      const { options, spec } = await fakeCodeHost({
        [ARCHIVE]: (_request, response) => response.writeHead(403, headers).end(),
      });
      expect(await refused(spec, options)).toMatchObject({ code: 'unavailable', isRetryable: true });
    },
  );

  it('must not be compressed a second time', async () => {
    const { options, spec } = await fakeCodeHost({ [ARCHIVE]: body('x', { 'content-encoding': 'gzip' }) });
    expect(await refused(spec, options)).toMatchObject({ code: 'unavailable' });
  });

  it('must be a list of branches', async () => {
    for (const answer of ['<html>', 'zzzz', '0002', advertisement({})]) {
      const { options, spec } = await fakeCodeHost({ [REFS]: body(answer) });
      expect((await refused(spec, options)).code).toMatch(/unavailable|not_found/);
    }
  });

  it('nothing, when it is not there', async () => {
    const { host, options, spec } = await fakeCodeHost({});
    await host.close();
    expect(await refused(spec, options)).toMatchObject({ code: 'unavailable', isRetryable: true });
  });
});

describe('a repository', () => {
  it('is fetched at the commit of its default branch, without the folder of the host', async () => {
    const { host, options, spec } = await hostWith(FILES);
    const source = await fetched(spec, options);
    expect(await contentsOf(source.bytes)).toEqual({
      'README.md': '# files',
      'server/index.js': 'export {};',
      'server/run.sh *': 'exec node .',
    });
    expect(source).toMatchObject({
      commit: COMMIT,
      size: source.bytes.length,
      sha256: createHash('sha256').update(source.bytes).digest('hex'),
      archive: expect.stringMatching(/source\.tar\.gz$/),
    });
    expect(host.paths).toEqual([REFS, ARCHIVE]);
    expect(host.requests.map(({ headers }) => headers.authorization ?? headers.cookie)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is fetched by a commit without asking what that is', async () => {
    const { host, options, spec } = await hostWith(FILES);
    await fetched({ ...spec, commit: COMMIT, ref: 'main' }, options);
    expect(host.paths).toEqual([ARCHIVE]);
  });

  it('gives the same bytes for the same content, whatever the order and times of the archive', async () => {
    const one = await hostWith(FILES);
    const other = await hostWith([...FILES].reverse());
    const [first, second] = [await fetched(one.spec, one.options), await fetched(other.spec, other.options)];
    expect(first.sha256).toBe(second.sha256);
    const changed = await hostWith([...FILES, { name: 'new', content: '' }]);
    expect((await fetched(changed.spec, changed.options)).sha256).not.toBe(first.sha256);
  });

  it('is fetched as a folder of it, with what links in there lead to', async () => {
    const { options, spec } = await hostWith([
      ...FILES,
      { name: 'LICENSE', content: 'MIT' },
      { name: 'shared/lib/a.js', content: 'a' },
      { name: 'shared/current', type: 'symlink', linkname: 'lib' },
      { name: 'server/LICENSE', type: 'symlink', linkname: '../LICENSE' },
      { name: 'server/lib', type: 'symlink', linkname: '../shared/current' },
      { name: 'server/self', type: 'symlink', linkname: '.' },
      { name: 'server/gone', type: 'symlink', linkname: '../submodule/x' },
      { name: 'server/round', type: 'symlink', linkname: 'round' },
    ]);
    for (const path of ['server', './server/', 'server//'])
      expect(await contentsOf((await fetched({ ...spec, path }, options)).bytes)).toEqual({
        LICENSE: 'MIT',
        'index.js': 'export {};',
        'lib/a.js': 'a',
        'run.sh *': 'exec node .',
      });
  });

  it('keeps links that lead out of it as links, for the analysis to name', async () => {
    const { options, spec } = await hostWith([
      ...FILES,
      { name: 'server/out', type: 'symlink', linkname: '../../../etc/passwd' },
      { name: 'result', type: 'symlink', linkname: '/nix/store/x' },
    ]);
    const links = async (path?: string): Promise<string[]> => {
      const { bytes } = await fetched({ ...spec, ...(path !== undefined && { path }) }, options);
      const found: string[] = [];
      const limits = { unpackedBytes: 1_000_000, entries: 100 };
      for await (const { name, kind, target } of tarEntries(gunzip(Readable.from([bytes])), limits))
        if (kind === 'symbolic link') found.push(`${name} -> ${target}`);
      return found;
    };
    expect(await links()).toEqual(['result -> /nix/store/x', 'server/out -> ../../../etc/passwd']);
    expect(await links('server')).toEqual(['out -> ../../../etc/passwd']);
  });

  it('has no folder that is missing, a file or outside', async () => {
    const { options, spec } = await hostWith(FILES);
    for (const [path, code] of [
      ['none', 'not_found'],
      ['README.md', 'invalid'],
      ['../server', 'invalid'],
      ['/server', 'invalid'],
    ] as const)
      expect(await refused({ ...spec, path }, options)).toMatchObject({ code, left: [] });
  });

  it('is at the commit of a tag or branch; tags are preferred, and annotated ones followed', async () => {
    const refs = body(
      advertisement({
        HEAD: OLDER,
        'refs/heads/main': OLDER,
        'refs/heads/v1': OLDER,
        'refs/tags/v1': OLDER,
        'refs/tags/v1^{}': COMMIT,
        'refs/tags/v2': COMMIT,
      }),
    );
    const { options, spec } = await fakeCodeHost({ [REFS]: refs });
    for (const [ref, commit] of [
      [null, OLDER],
      ['HEAD', OLDER],
      ['main', OLDER],
      ['v1', COMMIT],
      ['v2', COMMIT],
      ['refs/heads/v1', OLDER],
    ] as const)
      expect(await resolveSource({ ...spec, ref }, options)).toEqual({ ...spec, ref, commit });
    await expect(resolveSource({ ...spec, ref: 'v3' }, options)).rejects.toMatchObject({
      code: 'not_found',
      message: 'the repository acme/files has no branch or tag v3; a commit needs all of its 40 digits',
    });
  });

  it.each([
    ['gitlab', `/acme/files/-/archive/${COMMIT}/files-${COMMIT}.tar.gz`],
    ['bitbucket', `/acme/files/get/${COMMIT}.tar.gz`],
  ] as const)('is fetched from the addresses of %s', async (kind, path) => {
    const { options, spec } = await fakeCodeHost({ [path]: body(await archiveOf(FILES)) }, kind);
    expect(Object.keys(await contentsOf((await fetched(spec, options)).bytes))).toHaveLength(3);
  });
});
