import { describe, expect, it } from '@jest/globals';
import { headerOf, tarOf } from '../../../test/support/bundles.js';
import { NoTarError, TarHeaders } from './tar-headers.js';

const FILE = { name: 'a', content: 'x' };

describe('TarHeaders', () => {
  it.each(['0', '5', '1', 'x', 'g', 'L', 'S'])(
    'is bounded by the content of entries of type %s',
    async (type) => {
      const headers = new TarHeaders(1000);
      const entry = await headerOf({ name: 'a', size: 1001 }, type);
      headers.accept(entry);
      // A folder or a link has no content, whatever its size field says.
      expect(headers.isDone).toBe(!'51'.includes(type));
    },
  );

  it('adds up the content of all entries', async () => {
    const headers = new TarHeaders(1000);
    const entry = Buffer.concat([await headerOf({ name: 'a', size: 400 }), Buffer.alloc(512)]);
    headers.accept(Buffer.concat([entry, entry]));
    expect(headers.isDone).toBe(false);
    headers.accept(entry);
    expect(headers.isDone).toBe(true);
  });

  it('stops at the end of the tar, whatever follows', async () => {
    const headers = new TarHeaders(1000);
    headers.accept(Buffer.concat([await tarOf([FILE]), Buffer.alloc(5000, 0xff)]));
    expect(headers.isDone).toBe(true);
    headers.end();
  });

  it('accepts a tar without an end-of-archive marker, as tar programs do', async () => {
    const headers = new TarHeaders(1000);
    headers.accept((await tarOf([FILE])).subarray(0, 1024));
    headers.end();
  });

  it.each([
    ['nothing', 0],
    ['half a header', 300],
    ['a header without its content', 512],
    ['half its content', 600],
  ])('rejects %s', async (_what, length) => {
    const headers = new TarHeaders(1000);
    headers.accept((await tarOf([FILE])).subarray(0, length));
    expect(() => headers.end()).toThrow(NoTarError);
  });

  it('reads a binary size, and rejects a negative one', async () => {
    const binary = await headerOf({ name: 'a', size: 0 });
    const withSize = (first: number): Buffer => {
      const copy = Buffer.from(binary);
      copy.fill(0, 124, 136);
      copy[124] = first;
      copy[134] = 0x10;
      copy.fill(' ', 148, 156);
      const sum = copy.reduce((total, byte) => total + byte, 0);
      copy.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
      return copy;
    };
    const headers = new TarHeaders(10_000);
    headers.accept(withSize(0x80));
    expect(headers.unpackedBytes).toBe(0x1000);
    expect(() => new TarHeaders(10_000).accept(withSize(0xff))).toThrow(NoTarError);
  });
});
