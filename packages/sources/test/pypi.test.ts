import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { resolveSource, type SourceOptions } from '../src/fetch-source.js';
import type { PypiSpec } from '../src/source-spec.js';
import { contentsOf, zipOf, type ZipEntry } from './support/archives.js';
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

describe('a Python package', () => {
  it('is its source distribution, byte for byte', async () => {
    const sdist = gzipSync('whatever it is');
    const { options } = await indexWith({
      ...wheelOf(),
      [SDIST]: sdist,
      'mcp_files-1.0.zip': Buffer.from('zip'),
    });
    expect(await fetched(SPEC, options)).toMatchObject({
      bytes: sdist,
      sha256: sha256(sdist),
      size: sdist.length,
      package: { name: 'mcp-files', version: '1.0' },
    });
  });

  it('is a wheel for every platform when there is nothing better, as a gzipped tar', async () => {
    const native = { 'mcp_files-1.0-cp312-cp312-manylinux_x86_64.whl': Buffer.from('native') };
    const { options } = await indexWith({ ...native, ...wheelOf() });
    const source = await fetched(SPEC, options);
    expect(await contentsOf(source.bytes)).toEqual({
      'mcp_files/run.sh *': 'exec',
      'mcp_files/server.py': 'print("hello")',
    });
    expect(source.sha256).toBe(sha256(source.bytes));
    expect((await fetched(SPEC, options)).sha256).toBe(source.sha256);
  });

  it('has the newest version when none is given', async () => {
    const { index, options } = await indexWith({ [SDIST]: gzipSync('x') });
    const spec = { kind: 'pypi', name: 'mcp.files' } as const;
    expect(await resolveSource(spec, options)).toEqual({ ...spec, version: '1.0' });
    expect((await fetched(spec, options)).package).toEqual({ name: 'mcp-files', version: '1.0' });
    expect(index.paths).toContain('/pypi/mcp-files/json');
  });
});
