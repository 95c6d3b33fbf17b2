import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hexOf, isSha256Digest, sha256Of } from './sha256-digest.js';

const HEX = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('isSha256Digest', () => {
  it.each([
    ['nothing', ''],
    ['no algorithm', HEX],
    ['another algorithm', `sha512:${HEX}`],
    ['an algorithm in capitals', `SHA256:${HEX}`],
    ['capital digits', `sha256:${HEX.toUpperCase()}`],
    ['63 digits', `sha256:${HEX.slice(1)}`],
    ['65 digits', `sha256:${HEX}0`],
    ['a letter beyond f', `sha256:g${HEX.slice(1)}`],
    ['a space before', ` sha256:${HEX}`],
    ['a line break at the end', `sha256:${HEX}\n`],
    ['a path', `sha256:../${HEX.slice(3)}`],
    ['an escaped colon', `sha256%3A${HEX}`],
    ['a list', [`sha256:${HEX}`]],
    ['null', null],
  ])('refuses %s', (_what, text) => {
    expect(isSha256Digest(text)).toBe(false);
  });

  it('accepts sha256: and 64 lower-case hexadecimal digits', () => {
    expect(isSha256Digest(`sha256:${HEX}`)).toBe(true);
  });
});

describe('sha256Of', () => {
  // FIPS 180-4 examples and the digest of the empty string.
  it.each([
    ['', HEX],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('of %j matches the standard', (text, hex) => {
    expect(sha256Of(text)).toBe(`sha256:${hex}`);
  });

  it('is a digest, the same for a text and its UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const digest = sha256Of(text);
        expect(isSha256Digest(digest)).toBe(true);
        expect(sha256Of(Buffer.from(text))).toBe(digest);
        expect(`sha256:${hexOf(digest)}`).toBe(digest);
      }),
    );
  });
});
