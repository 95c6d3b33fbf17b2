import { describe, expect, it } from '@jest/globals';
import { constantValue } from '../../engine/values/value.js';
import { modeOf } from './file-modes.js';

describe('the mode of a file', () => {
  it.each([
    ['rw-r--r--', undefined],
    ['9999', undefined],
    ['0600', 0o600],
    ['600', 0o600],
    ['0o600', 0o600],
    ['1777', 0o1777],
    [0o644, 0o644],
  ])('%s', (written, mode) => {
    expect(modeOf(constantValue(written))).toBe(mode);
  });
});
