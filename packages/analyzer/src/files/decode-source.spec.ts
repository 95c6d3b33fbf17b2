import { describe, expect, it } from '@jest/globals';
import { decodeSource } from './decode-source.js';

describe('decodeSource', () => {
  it.each([
    ['a byte that begins nothing', Buffer.from([0x61, 0xff, 0x62]), 'a\u{fffd}b'],
    ['a character cut off', Buffer.from([0x61, 0xc3]), 'a\u{fffd}'],
    ['a slash in two bytes', Buffer.from([0xc0, 0xaf]), '\u{fffd}\u{fffd}'],
    ['text in Latin-1', Buffer.from('ä', 'latin1'), '\u{fffd}'],
  ])('tells of %s', (_what, bytes, text) => {
    expect(decodeSource(bytes)).toEqual({ text, problem: 'is not valid UTF-8' });
  });

  it('tells that it reads no more than 64 MB', () => {
    const { text, problem } = decodeSource(Buffer.alloc(64 * 1024 * 1024 + 1, 'a'));
    expect([text.length, problem]).toEqual([
      64 * 1024 * 1024,
      'is larger than 64 MB: only its beginning was read',
    ]);
  });

  it.each([
    ['UTF-8', Buffer.from('ä\u{1f600}\0'), 'ä\u{1f600}\0'],
    ['UTF-8 with its mark', Buffer.from('\ufeffa\ufeff'), 'a\ufeff'],
    ['UTF-16, little end first', Buffer.from('\ufeffaä', 'utf16le'), 'aä'],
    ['UTF-16, big end first', Buffer.from([0xfe, 0xff, 0, 0x61, 0, 0xe4]), 'aä'],
    ['nothing', Buffer.alloc(0), ''],
  ])('reads %s', (_what, bytes, text) => {
    expect(decodeSource(bytes)).toEqual({ text });
  });
});
