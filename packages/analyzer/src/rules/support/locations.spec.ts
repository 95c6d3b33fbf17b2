import { describe, expect, it } from '@jest/globals';
import { fileAmong } from '../../../test/support/text-files.js';
import type { PackageView } from '../rule.js';
import { lineText } from './locations.js';

describe('a line of a file of the package', () => {
  const view = { file: fileAmong({ 'a.ts': 'one\ntwo' }) } as unknown as PackageView;

  it.each([
    ['a.ts', 0, ''],
    ['a.ts', 2, 'two'],
    ['a.ts', 3, ''],
    ['b.ts', 1, ''],
  ])('%s:%i', (file, line, expected) => {
    expect(lineText(view, file, line)).toBe(expected);
  });
});
