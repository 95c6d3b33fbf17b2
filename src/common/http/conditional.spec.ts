import { describe, expect, it } from '@jest/globals';
import { isKnownToClient } from './conditional.js';

describe('isKnownToClient', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', ' "a" ', '*'])('finds "a" in %s', (header) => {
    expect(isKnownToClient(header, '"a"')).toBe(true);
  });

  it.each([undefined, '', 'a', '"b"', '"A"', '"ab"', '"b", "c"', "'a'"])(
    'does not find "a" in %s',
    (header) => {
      expect(isKnownToClient(header, '"a"')).toBe(false);
    },
  );
});
