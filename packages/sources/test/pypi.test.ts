import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { releaseDigest, resolveSource, type SourceOptions } from '../src/fetch-source.js';
import type { FetchedRelease } from '../src/fetched-source.js';
import type { PypiSpec } from '../src/source-spec.js';
import { contentsOf, tarGzOf, zipOf, type TarEntry, type ZipEntry } from './support/archives.js';
import { fetched, refused, type Refusal } from './support/fetching.js';
import { body, json, Listener, redirectTo, type Answer } from './support/listener.js';

const SPEC: PypiSpec = { kind: 'pypi', name: 'MCP_Files', version: '1.0' };
const DESCRIPTION = '/pypi/mcp-files/1.0/json';
const WHEEL = 'mcp_files-1.0-py3-none-any.whl';
const SDIST = 'mcp_files-1.0.tar.gz';
const GOOD: readonly ZipEntry[] = [
  { name: 'mcp_files/', mode: 0o040755 },
  { name: 'mcp_files/server.py', content: 'print("hello")' },
  { name: 'mcp_files/run.sh', content: 'exec', mode: 0o100755 },
];

interface Stated {
  readonly filename: string;
  readonly url?: string;
  readonly digests?: { readonly sha256?: string };
  readonly size?: number;
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** An index with a release of these files, and the options to fetch from it. */
async function indexWith(
  files: Readonly<Record<string, Buffer | Answer>>,
  state: (file: Stated) => Stated = (file) => file,
  name = 'mcp-files',
): Promise<{ index: Listener; options: SourceOptions }> {
  const answers: Record<string, Answer> = {};
  const index = await Listener.start(answers);
  const urls = Object.entries(files).map(([filename, content]) => {
    answers[`/files/${filename}`] = Buffer.isBuffer(content) ? body(content) : content;
    const facts = Buffer.isBuffer(content)
      ? { digests: { sha256: sha256(content) }, size: content.length }
      : {};
    return state({
      filename,
      url: `${index.origin}/files/${filename}`,
      digests: { sha256: '0'.repeat(64) },
      ...facts,
    });
  });
  const release = json({ info: { name, version: '1.0' }, urls });
  answers[DESCRIPTION] = release;
  answers['/pypi/mcp-files/json'] = release;
  return { index, options: { pypiIndex: index.origin } };
}

async function refusalOf(...setup: Parameters<typeof indexWith>): Promise<Refusal> {
  return await refused(SPEC, (await indexWith(...setup)).options);
}

const wheelOf = (...entries: ZipEntry[]): Record<string, Buffer> => ({
  [WHEEL]: zipOf([...GOOD, ...entries]),
});

describe('a Python package is refused', () => {
  it('when its bytes, or their number, are not those that the index states', async () => {
    for (const state of [
      (file: Stated) => ({ ...file, digests: { sha256: 'a'.repeat(64) } }),
      (file: Stated) => ({ ...file, size: 12 }),
      (file: Stated) => ({ ...file, digests: {} }),
    ])
      expect(await refusalOf(wheelOf(), state)).toMatchObject({ code: 'integrity', left: [] });
  });

  it('when it is larger than the limit, which the index says or its bytes do', async () => {
    const { index, options } = await indexWith(wheelOf());
    expect(await refused(SPEC, { ...options, limits: { archiveBytes: 100 } })).toMatchObject({
      code: 'too_large',
    });
    expect(index.paths).toEqual([DESCRIPTION]);
    const silent = await indexWith(wheelOf(), ({ filename, url = '', digests = {} }) => ({
      filename,
      url,
      digests,
    }));
    expect(await refused(SPEC, { ...silent.options, limits: { archiveBytes: 100 } })).toMatchObject({
      code: 'too_large',
      left: [],
    });
  });

  it.each([
    ['invalid', { name: '../evil.py', content: 'x' }],
    ['invalid', { name: '/evil.py', content: 'x' }],
    ['invalid', { name: 'a\\b.py', content: 'x' }],
    ['invalid', { name: 'C:/b.py', content: 'x' }],
    ['invalid', { name: 'link.py', content: '/etc/passwd', mode: 0o120777 }],
    ['invalid', { name: 'pipe', mode: 0o010644 }],
    ['invalid', { name: 'mcp_files/server.py', content: 'twice' }],
    ['invalid', { name: 'locked.py', content: 'x', flags: 1 }],
    ['invalid', { name: 'more.py', content: 'x'.repeat(100), size: 5 }],
    ['invalid', { name: 'less.py', content: 'x', size: 500 }],
  ])('when its wheel is hostile: %s %j', async (code, entry) => {
    expect(await refusalOf(wheelOf(entry))).toMatchObject({ code, isRetryable: false, left: [] });
  });

  it('when its wheel is no zip', async () => {
    expect(await refusalOf({ [WHEEL]: Buffer.from('<html>') })).toMatchObject({ code: 'invalid', left: [] });
  });

  it('when its wheel unpacks to too much', async () => {
    const { options } = await indexWith(wheelOf({ name: 'zeros', content: Buffer.alloc(2_000_000) }));
    expect(await refused(SPEC, { ...options, limits: { unpackedBytes: 1_000_000 } })).toMatchObject({
      code: 'too_large',
      left: [],
    });
  });

  it('when its file is elsewhere, or redirects elsewhere', async () => {
    const other = await Listener.start({ '/x': body('x') });
    for (const url of [
      `${other.origin}/x`,
      `https://${other.host}/x`,
      'https://10.0.0.1/x',
      'file:///etc/passwd',
    ])
      expect(await refusalOf(wheelOf(), (file) => ({ ...file, url }))).toMatchObject({
        code: 'refused_address',
      });
    expect(await refusalOf({ [WHEEL]: redirectTo(`${other.origin}/x`) })).toMatchObject({
      code: 'refused_address',
      left: [],
    });
    expect(other.connections).toBe(0);
  });

  it('when the index has another package, no such one, no files or no JSON', async () => {
    expect(await refusalOf({}, undefined, 'mcp-other')).toMatchObject({
      code: 'unavailable',
      isRetryable: false,
    });
    const { index, options } = await indexWith({});
    expect(await refused({ ...SPEC, version: '9.9' }, options)).toMatchObject({ code: 'not_found' });
    expect(await refused(SPEC, options)).toMatchObject({ code: 'not_found' });
    const silly = await Listener.start({ [DESCRIPTION]: body('<html>') });
    expect(await refused(SPEC, { pypiIndex: silly.origin })).toMatchObject({ code: 'unavailable' });
    for (const pypiIndex of ['nonsense', index.origin.replace('//', '//user:word@')])
      expect((await refused(SPEC, { pypiIndex })).code).toMatch(/invalid|refused_address/);
  });
});

/** What the archive says that it was made of. */
const indexOf = (contents: Readonly<Record<string, string>>): ReleaseText =>
  JSON.parse(contents['.release.json'] ?? '') as ReleaseText;

interface ReleaseText {
  readonly sha256: string;
  readonly main: string;
  readonly distributions: readonly {
    readonly filename: string;
    readonly problem?: string;
    readonly files?: readonly (readonly [string, string | null])[];
  }[];
}

const problemsOf = ({ distributions }: ReleaseText): Record<string, string> =>
  Object.fromEntries(
    distributions.flatMap(({ filename, problem }) => (problem === undefined ? [] : [[filename, problem]])),
  );

const sdistOf = (...entries: readonly TarEntry[]): Promise<Buffer> =>
  tarGzOf(entries.map((entry) => ({ ...entry, name: `mcp_files-1.0/${entry.name}` })));

const NATIVE = 'mcp_files-1.0-cp312-cp312-manylinux_x86_64.whl';

async function contentsFetched(
  files: Readonly<Record<string, Buffer | Answer>>,
  limits: SourceOptions['limits'] = {},
): Promise<{ contents: Record<string, string>; release: FetchedRelease | undefined }> {
  const { options } = await indexWith(files);
  const { bytes, release } = await fetched(SPEC, { ...options, limits });
  return { contents: await contentsOf(bytes), release };
}

describe('the files of a Python release', () => {
  it('are named with the reason where one cannot be fetched or read, and the others count', async () => {
    const { contents, release } = await contentsFetched({
      ...wheelOf(),
      [SDIST]: (_request, response) => response.writeHead(404).end(),
      [NATIVE]: Buffer.from('no zip'),
      'mcp_files-1.0.tar.bz2': Buffer.from('x'),
      'mcp_files-1.0.zip': zipOf([{ name: 'a/x.py' }, { name: 'b/x.py' }]),
      'mcp_files-1.0-py3.12.egg': Buffer.from('no choice of pip'),
    });
    expect(problemsOf(indexOf(contents))).toEqual({
      [NATIVE]: expect.stringContaining('no zip'),
      [SDIST]: expect.stringContaining('404'),
      'mcp_files-1.0.tar.bz2': 'is packed in a way that is not read',
      'mcp_files-1.0.zip': 'the archive has more than one folder: b/x.py',
    });
    expect(release).toMatchObject({ isWhole: false, files: [{ filename: WHEEL }] });
  });

  it('are taken without links that lead out of a source distribution, which the index names', async () => {
    const sdist = await sdistOf(
      { name: 'server.py', content: 'print("hello")' },
      { name: 'copy.py', type: 'symlink', linkname: 'server.py' },
      { name: 'env/bin/python', type: 'symlink', linkname: '/usr/bin/python3' },
    );
    const { contents, release } = await contentsFetched({ [SDIST]: sdist });
    const { '.release.json': text, ...files } = contents;
    expect(files).toEqual({ 'server.py': 'print("hello")', 'copy.py': 'print("hello")' });
    expect(JSON.parse(text ?? '')).toMatchObject({ distributions: [{ links: ['env/bin/python'] }] });
    expect(release).toMatchObject({ isWhole: true });
  });

  it('are bounded in number and bytes', async () => {
    const wheels = Object.fromEntries(
      ['cp310', 'cp311', 'cp312'].map((tag) => [`mcp_files-1.0-${tag}-${tag}-win32.whl`, zipOf(GOOD)]),
    );
    const few = await contentsFetched({ ...wheelOf(), ...wheels }, { releaseFiles: 2 });
    expect(Object.values(problemsOf(indexOf(few.contents)))).toEqual([
      'the release has more than 2 files that installers may choose',
      'the release has more than 2 files that installers may choose',
    ]);
    const releaseBytes = (wheelOf()[WHEEL]?.length ?? 0) + 10;
    const small = await contentsFetched({ ...wheelOf(), ...wheels }, { releaseBytes });
    expect(Object.keys(problemsOf(indexOf(small.contents)))).toEqual(Object.keys(wheels));
    expect(few.release?.isWhole).toBe(false);
  });

  it.each([
    ['a folder with the name of a file of the release', `${SDIST}/server.py`],
    ['a file with the name of the index', '.release.json'],
    ['data that installers do not know', 'mcp_files-1.0.data/elsewhere/x.py'],
    ['two files for one place', 'mcp_files-1.0.data/purelib/mcp_files/server.py'],
    ['a data folder that is not its own', '.data/purelib/other.py'],
    ['a data folder of another name', 'other-1.0.data/purelib/other.py'],
    ['a name that is not plain', './other.py'],
    ['bytes behind a content', 'other.py', 'PK'],
  ])('are not taken from a wheel with %s', async (_what, name, behind = '') => {
    const sdist = await sdistOf({ name: 'setup.py', content: 'setup()' });
    const { contents, release } = await contentsFetched({
      ...wheelOf({ name: 'mcp_files-1.0.dist-info/WHEEL', content: '' }, { name, content: 'x', behind }),
      [SDIST]: sdist,
    });
    expect(Object.keys(problemsOf(indexOf(contents)))).toEqual([WHEEL]);
    expect(indexOf(contents).main).toBe(SDIST);
    expect(release).toMatchObject({ isWhole: false, files: [{ filename: SDIST }] });
  });
});

describe('a Python package', () => {
  it('is what its wheel installs, with what the others have besides, and what differs apart', async () => {
    const sdist = await sdistOf(
      { name: 'src/mcp_files/server.py', content: 'print("hello")' },
      { name: 'src/mcp_files/run.sh', content: 'another' },
      { name: 'tests/test_server.py', content: 'test' },
    );
    const native = zipOf([
      { name: 'mcp_files/server.py', content: 'evil()' },
      { name: 'mcp_files/_core.cpython-312.so', content: 'ELF' },
      { name: 'mcp_files/linux.py', content: 'more' },
    ]);
    const { contents, release } = await contentsFetched({ [SDIST]: sdist, [NATIVE]: native, ...wheelOf() });
    const { '.release.json': text, ...files } = contents;
    expect(files).toEqual({
      'mcp_files/run.sh *': 'exec',
      'mcp_files/server.py': 'print("hello")',
      'mcp_files/linux.py': 'more',
      'tests/test_server.py': 'test',
      [`${SDIST}/src/mcp_files/run.sh`]: 'another',
      [`${NATIVE}/mcp_files/server.py`]: 'evil()',
    });
    expect(JSON.parse(text ?? '')).toMatchObject({
      format: 1,
      name: 'mcp-files',
      version: '1.0',
      main: WHEEL,
      distributions: [
        {
          filename: NATIVE,
          files: [
            ['mcp_files/_core.cpython-312.so', null],
            ['mcp_files/linux.py', 'mcp_files/linux.py'],
            ['mcp_files/server.py', `${NATIVE}/mcp_files/server.py`],
          ],
        },
        { filename: WHEEL },
        { filename: SDIST },
      ],
    });
    expect(release?.isWhole).toBe(true);
  });

  it('has files whose names differ in case only apart, since no system has both', async () => {
    const sdist = await sdistOf({ name: 'MCP_FILES/other.py', content: 'x' }, { name: 'More.txt' });
    const other = zipOf([...GOOD, { name: 'more.txt', content: 'y' }]);
    const { contents } = await contentsFetched({ ...wheelOf(), [SDIST]: sdist, [NATIVE]: other });
    expect(Object.keys(contents)).toEqual(
      expect.arrayContaining([`${SDIST}/MCP_FILES/other.py`, 'More.txt', `${NATIVE}/more.txt`]),
    );
  });

  it('has the digest of the set of its files, which sha256sum and a sort give too', async () => {
    const files: Record<string, Buffer> = {
      ...wheelOf(),
      [SDIST]: await sdistOf({ name: 'setup.py', content: 'setup()' }),
    };
    const { options } = await indexWith(files);
    const lines = [WHEEL, SDIST].map((name) => `${sha256(files[name] ?? Buffer.of())}  ${name}\n`).join('');
    const digest = sha256(Buffer.from(lines));
    expect(await releaseDigest(SPEC, options)).toBe(digest);
    const { bytes, release } = await fetched(SPEC, options);
    expect(release).toMatchObject({ sha256: digest, isWhole: true });
    expect(indexOf(await contentsOf(bytes)).sha256).toBe(digest);
    const more = await indexWith({ ...files, [NATIVE]: Buffer.from('unreadable') });
    expect(await releaseDigest(SPEC, more.options)).not.toBe(digest);
    expect((await fetched(SPEC, more.options)).release?.sha256).toBe(await releaseDigest(SPEC, more.options));
  });

  it('is a wheel alone as it is installed, the same bytes each time', async () => {
    const { options } = await indexWith(
      wheelOf(
        { name: 'mcp_files-1.0.dist-info/WHEEL', content: 'Wheel-Version: 1.0' },
        { name: 'mcp_files-1.0.data/purelib/start.pth', content: 'import mcp_files' },
        { name: 'mcp_files-1.0.data/data/lib/python3.12/site-packages/more.py', content: 'm' },
        { name: 'mcp_files-1.0.data/data/etc/more.conf', content: 'c' },
        { name: 'mcp_files-1.0.data/scripts/files', content: '#!python' },
      ),
    );
    const source = await fetched(SPEC, options);
    const { '.release.json': _index, ...files } = await contentsOf(source.bytes);
    expect(files).toEqual({
      'mcp_files/run.sh *': 'exec',
      'mcp_files/server.py': 'print("hello")',
      'mcp_files-1.0.dist-info/WHEEL': 'Wheel-Version: 1.0',
      'start.pth': 'import mcp_files',
      'more.py': 'm',
      'mcp_files-1.0.data/data/etc/more.conf': 'c',
      'mcp_files-1.0.data/scripts/files': '#!python',
    });
    expect(source.sha256).toBe(sha256(source.bytes));
    expect((await fetched(SPEC, options)).sha256).toBe(source.sha256);
  });

  it('is its source distribution where there is no wheel', async () => {
    const { contents } = await contentsFetched({
      [SDIST]: await sdistOf({ name: 'setup.py', content: 'setup()' }),
    });
    expect(contents['setup.py']).toBe('setup()');
    expect(indexOf(contents).main).toBe(SDIST);
  });

  it('has the newest version when none is given', async () => {
    const { index, options } = await indexWith({ [SDIST]: await sdistOf({ name: 'x.py' }) });
    const spec = { kind: 'pypi', name: 'mcp.files' } as const;
    expect(await resolveSource(spec, options)).toEqual({ ...spec, version: '1.0' });
    expect((await fetched(spec, options)).package).toEqual({ name: 'mcp-files', version: '1.0' });
    expect(index.paths).toContain('/pypi/mcp-files/json');
  });
});
