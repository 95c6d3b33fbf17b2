import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { saveFile, type SaveOptions } from '../src/save-file.js';
import { body, Listener, redirectTo, slow, truncated, type Answer } from './support/listener.js';

const CONTENT = 'an export';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-sources-'));
  path = join(folder, 'export');
});

const saved = (address: string, options: Partial<SaveOptions> = {}): ReturnType<typeof saveFile> =>
  saveFile(address, path, {
    what: 'the export',
    maxBytes: 1000,
    time: 10_000,
    signal: new AbortController().signal,
    ...options,
  });

async function failure(answer: Answer, options: Partial<SaveOptions> = {}): Promise<unknown> {
  const server = await Listener.start({ '/export': answer });
  const error: unknown = await saved(`${server.origin}/export`, options).catch((reason: unknown) => reason);
  expect(await readdir(folder)).toEqual([]);
  return error;
}

describe('a file that the administrator has configured', () => {
  it('is refused at what is not an address, with credentials and with another scheme', async () => {
    const server = await Listener.start({ '/export': body(CONTENT) });
    for (const [address, code] of [
      ['nonsense', 'invalid'],
      [`${server.origin.replace('//', '//user:word@')}/export`, 'refused_address'],
      ['file:///etc/passwd', 'refused_address'],
    ] as const)
      await expect(saved(address)).rejects.toMatchObject({ code, isRetryable: false });
    expect({ connections: server.connections, left: await readdir(folder) }).toEqual({
      connections: 0,
      left: [],
    });
  });

  it('is refused when its host redirects to a private address elsewhere', async () => {
    const other = await Listener.start({ '/export': body('secret') });
    for (const location of [`${other.origin}/export`, `https://${other.host}/export`, 'https://10.0.0.1/'])
      expect(await failure(redirectTo(location))).toMatchObject({ code: 'refused_address' });
    const looked: string[] = [];
    const lookup: SaveOptions['lookup'] = (name, _options, callback) => {
      looked.push(name);
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    expect(await failure(redirectTo('https://cdn.example.com/export'), { lookup })).toMatchObject({
      code: 'refused_address',
    });
    expect({ looked, connections: other.connections }).toEqual({
      looked: ['cdn.example.com'],
      connections: 0,
    });
  });

  it('leaves nothing when it is too large, cut off, slow or missing', async () => {
    expect(await failure(body('x'.repeat(1001)))).toMatchObject({ code: 'too_large' });
    expect(await failure(truncated(CONTENT), { maxBytes: 10_000 })).toMatchObject({
      code: 'unavailable',
      isRetryable: true,
    });
    expect(await failure(slow(CONTENT), { maxBytes: 10_000, time: 300 })).toMatchObject({ code: 'timeout' });
    expect(await failure((_request, response) => response.writeHead(404).end())).toMatchObject({
      code: 'not_found',
    });
    expect(await failure((_request, response) => response.writeHead(304).end())).toMatchObject({
      code: 'unavailable',
    });
  });

  it('ends with the reason of its caller', async () => {
    const ending = new AbortController();
    const reason = new Error('shutting down');
    expect(await failure(() => ending.abort(reason), { signal: ending.signal })).toBe(reason);
  });

  it('does not replace a file', async () => {
    const server = await Listener.start({ '/export': body(CONTENT) });
    await writeFile(path, 'mine');
    await expect(saved(`${server.origin}/export`)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  it('may have a private address, and redirect on its own host', async () => {
    const server = await Listener.start({
      '/export': redirectTo('/new'),
      '/new': body(CONTENT, { etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }),
    });
    expect(await saved(`${server.origin}/export`)).toEqual({
      etag: '"1"',
      lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT',
    });
    expect(await readFile(path, 'utf8')).toBe(CONTENT);
  });

  it('is not written when the server says that it is unchanged', async () => {
    const server = await Listener.start({
      '/export': ({ headers }, response) =>
        headers['if-none-match'] === '"1"' && headers['if-modified-since'] === undefined
          ? response.writeHead(304).end()
          : response.writeHead(200, { etag: '"2"' }).end(CONTENT),
    });
    const known = { etag: '"1"', lastModified: null };
    expect(await saved(`${server.origin}/export`, { known })).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
    const older = { etag: '"0"', lastModified: null };
    expect(await saved(`${server.origin}/export`, { known: older })).toEqual({
      etag: '"2"',
      lastModified: null,
    });
  });
});
