import { describe, expect, it } from '@jest/globals';
import { decodeSource } from './decode-source.js';

describe('decodeSource', () => {
  it.each([
    ['an invalid first byte', Buffer.from([0x61, 0xff, 0x62]), 'a\u{fffd}b'],
    ['a truncated character', Buffer.from([0x61, 0xc3]), 'a\u{fffd}'],
    ['an overlong slash', Buffer.from([0xc0, 0xaf]), '\u{fffd}\u{fffd}'],
    ['text in Latin-1', Buffer.from('ä', 'latin1'), '\u{fffd}'],
  ])('reports %s', (_what, bytes, text) => {
    expect(decodeSource(bytes)).toEqual({ text, problem: 'is not valid UTF-8' });
  });

  it('reports that it read only the first 64 MB', () => {
    const { text, problem } = decodeSource(Buffer.alloc(64 * 1024 * 1024 + 1, 'a'));
    expect([text.length, problem]).toEqual([
      64 * 1024 * 1024,
      'is larger than 64 MB: only its beginning was read',
    ]);
  });

  it.each([
    ['UTF-8', Buffer.from('ä\u{1f600}\0'), 'ä\u{1f600}\0'],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffa\ufeff'), 'a\ufeff'],
    ['little-endian UTF-16', Buffer.from('\ufeffaä', 'utf16le'), 'aä'],
    ['big-endian UTF-16', Buffer.from([0xfe, 0xff, 0, 0x61, 0, 0xe4]), 'aä'],
    ['nothing', Buffer.alloc(0), ''],
  ])('reads %s', (_what, bytes, text) => {
    expect(decodeSource(bytes)).toEqual({ text });
  });
});
