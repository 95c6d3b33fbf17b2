import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { NotABundle, readBundle } from './bundle-file.ts';

/** A tar archive with these files. */
function tar(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, contents]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(Buffer.byteLength(contents).toString(8).padStart(11, '0'), 124);
    header.write('ustar\0', 257);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(contents) / 512) * 512);
    body.write(contents);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const blob = (bytes: Buffer): Blob => new Blob([new Uint8Array(bytes)]);

describe('readBundle', () => {
  it.each(['package.json', './package.json', 'package/package.json'])('reads %s', async (name) => {
    const archive = tar({
      'index.js': 'x'.repeat(600),
      'node_modules/a/package.json': '{"name": "a", "version": "9.0.0"}',
      [name]: '{"name": "@acme/files", "version": "1.2.0"}',
    });
    await expect(readBundle(blob(gzipSync(archive)))).resolves.toEqual({ slug: 'files', version: '1.2.0' });
  });

  it('knows nothing of an archive without a manifest, or with a malformed one', async () => {
    await expect(readBundle(blob(gzipSync(tar({ 'server.py': '' }))))).resolves.toEqual({});
    await expect(readBundle(blob(gzipSync(tar({ 'package.json': '{' }))))).resolves.toEqual({});
    await expect(
      readBundle(blob(gzipSync(tar({ 'package.json': '{"name": 1, "version": null}' })))),
    ).resolves.toEqual({});
  });

  it.each([
    ['a zip archive', Buffer.from('PK\u0003\u0004')],
    ['an empty file', Buffer.alloc(0)],
    ['a compressed text', gzipSync('hello')],
    ['a damaged archive', gzipSync(tar({ a: 'b' })).subarray(0, 30)],
  ])('refuses %s', async (_, bytes) => {
    await expect(readBundle(blob(bytes))).rejects.toBeInstanceOf(NotABundle);
  });
});
