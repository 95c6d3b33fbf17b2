import { describe, expect, it } from '@jest/globals';
import type { PackageView } from '../rule.js';
import { lineText } from './places.js';

describe('a line of a file of the package', () => {
  let read = 0;
  const text = (path: string): string | undefined => {
    read += 1;
    return path === 'a.ts' ? 'one\ntwo' : undefined;
  };
  const view = { text } as unknown as PackageView;

  it.each([
    ['a.ts', 0, ''],
    ['a.ts', 2, 'two'],
    ['a.ts', 3, ''],
    ['b.ts', 1, ''],
  ])('%s:%i', (file, line, expected) => {
    expect(lineText(view, file, line)).toBe(expected);
  });

  it('is looked up in a text that is read once', () => {
    read = 0;
    const other = { text } as unknown as PackageView;
    for (let line = 1; line < 100; line += 1) lineText(other, 'a.ts', line);
    expect(read).toBe(1);
  });
});
