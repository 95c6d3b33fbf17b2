import { describe, expect, it } from '@jest/globals';
import { isSourcePath } from './source-path.js';

describe('isSourcePath', () => {
  it.each(['', 'server', 'servers/files', 'a b/c-d', '.github/server', '..a', 'a'.repeat(512)])(
    'takes %j',
    (path) => expect(isSourcePath(path)).toBe(true),
  );

  it.each([
    ...['/', '/server', 'server/', 'a//b', '.', '..', '../a', 'a/..', 'a/./b', 'a\\b', 'a\u0000', 'a\nb'],
    ...['a'.repeat(513), null, 7, ['a']],
  ])('refuses %j', (path) => expect(isSourcePath(path)).toBe(false));
});
