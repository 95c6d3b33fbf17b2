import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tarOf } from '../../../test/support/bundles.js';
import { inspectBundle } from './inspect-bundle.js';

const never = new AbortController().signal;
const inspected = (bytes: Buffer, chunk = bytes.length): Promise<string[]> =>
  inspectBundle(
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
        bytes.subarray(n * chunk, (n + 1) * chunk),
      ),
    ),
    never,
  );

describe('inspectBundle', () => {
  it('returns a result for any bytes, independent of how they are chunked', async () => {
    const tar = await tarOf([
      { name: 'dist', type: 'directory' },
      { name: `${'long/'.repeat(40)}a.js`, content: 'x'.repeat(700) },
      { name: 'link', type: 'symlink', linkname: 'a.js' },
    ]);
    const edit = fc.record({ at: fc.nat(tar.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 5 }),
        fc.nat(tar.length),
        fc.integer({ min: 1, max: 100 }),
        async (edits, length, chunk) => {
          const bytes = Buffer.from(tar);
          for (const { at, byte } of edits) bytes[at] = byte;
          const bundle = gzipSync(bytes.subarray(0, length));
          expect(await inspected(bundle, chunk)).toEqual(await inspected(bundle));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('throws the error of its source', async () => {
    const source = new Readable({ read: () => source.destroy(new Error('the store broke off')) });
    await expect(inspectBundle(source, never)).rejects.toThrow('the store broke off');
  });

  it('ends when aborted, and destroys its source', async () => {
    const source = new Readable({ read: () => undefined });
    const ending = new AbortController();
    const inspecting = inspectBundle(source, ending.signal);
    ending.abort();
    await expect(inspecting).rejects.toThrow('abort');
    expect(source.destroyed).toBe(true);
  });
});
