import { describe, expect, it } from '@jest/globals';
import { fileAmong, textFile } from '../../../test/support/text-files.js';
import type { PackageView } from '../rule.js';
import type { TextFile } from '../../files/text-file.js';
import { LiteralLocations, nameOnLine } from './literal-locations.js';

const FILES: Readonly<Record<string, string>> = {
  'a.py': 'import b\nkey = "first"\n\nuse(key)\nother = "first"\n',
  'b.py': 'SECRET = "second"\n',
  'notes.txt': 'third',
};
const view = {
  paths: Object.keys(FILES),
  file: fileAmong(FILES),
} as unknown as PackageView;

describe('the location of a literal', () => {
  it.each([
    ['first', 4, 'a.py:5'],
    ['first', 1, 'a.py:2'],
    ['second', 3, 'b.py:1'],
    ['third', 3, 'a.py:3'],
    ['abc', 4, 'a.py:4'],
  ])('%s used in line %i', (literal, line, expected) => {
    const { file, line: found } = new LiteralLocations(view).find(literal, { file: 'a.py', line });
    expect(`${file}:${found}`).toBe(expected);
  });

  /** Files that count full-text searches. */
  const counted = (): { readonly view: PackageView; readonly searched: () => number } => {
    let searched = 0;
    const file = (path: string): TextFile | undefined => {
      const known = view.file(path);
      return (
        known && {
          ...known,
          get text() {
            searched += 1;
            return known.text;
          },
        }
      );
    };
    return { view: { ...view, file }, searched: () => searched };
  };

  it('is searched for in all files only a limited number of times', () => {
    const files = counted();
    const locations = new LiteralLocations(files.view);
    for (let number = 0; number < 5000; number += 1)
      locations.find(`missing ${number}`, { file: 'a.py', line: 1 });
    expect(files.searched()).toBeLessThan(12_000);
  });

  it('is found near its use before its file is searched as a whole', () => {
    const files = counted();
    const locations = new LiteralLocations(files.view);
    for (let number = 0; number < 1000; number += 1) locations.find('first', { file: 'a.py', line: 2 });
    expect(files.searched()).toBe(0);
  });

  it('is its use after the limit on searched characters', () => {
    const text = `${'a'.repeat(10_000_000)}\nsecond\n`;
    const locations = new LiteralLocations({ ...view, file: (path) => textFile(path, text) });
    const found = Array.from(
      { length: 200 },
      () => locations.find('second', { file: 'a.py', line: 900 }).line,
    );
    expect(new Set(found)).toEqual(new Set([2, 900]));
  });
});

describe('the name of a literal on a line', () => {
  it.each([
    ['const apiKey = "abcdef";', 'apiKey'],
    ['  apiKey: "abcdef",', 'apiKey'],
    ['API_KEY: str = "abcdef"', 'API_KEY'],
    ['key := "abcdef"', 'key'],
    ['headers["X-Key"] = "abcdef"', 'X-Key'],
    ['call("abcdef")', ''],
    ['nothing', ''],
  ])('%s', (line, name) => {
    expect(nameOnLine(line, 'abcdef')).toBe(name);
  });
});
