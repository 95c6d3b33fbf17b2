import { describe, expect, it } from '@jest/globals';
import { RefusedPackage } from '../files/source-file.js';
import { readingFailure } from './reading-failure.js';

const denied = (path: string): Error =>
  Object.assign(new Error(`EACCES: permission denied, open '${path}'`), {
    code: 'EACCES',
    syscall: 'open',
    path,
  });

describe('readingFailure', () => {
  it('distinguishes an unreadable part from an unreadable package', () => {
    expect(readingFailure(denied('/a/b/c.js'), '/a')).toEqual({
      kind: 'refused',
      reason: 'b/c.js cannot be read: there is no permission to do that',
    });
    expect(readingFailure(denied('/a'), '/a')).toEqual({
      kind: 'unusable',
      what: 'package',
      reason: 'there is no permission to do that',
    });
  });

  it('passes on why a package is refused, and returns undefined for other errors', () => {
    expect(readingFailure(new RefusedPackage('a link'), '/a')).toEqual({ kind: 'refused', reason: 'a link' });
    expect(readingFailure(new Error('a fault'), '/a')).toBeUndefined();
  });
});
