import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { columnsOf, indented, wrap } from './text-width.js';

describe('columnsOf', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['süß', 3],
    ['e\u0301', 1],
    ['日本', 4],
    ['🐍', 2],
    ['—…·', 3],
  ])('%j takes %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe('wrap', () => {
  it('parts a text at spaces, by the columns that it takes', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('日本 日本 日本', 9)).toEqual(['日本 日本', '日本']);
    expect(wrap('', 10)).toEqual([]);
  });

  it('leaves long words whole', () => {
    expect(wrap('see src/a/very/long/path.py here', 10)).toEqual(['see', 'src/a/very/long/path.py', 'here']);
  });

  it('loses no word', () => {
    const words = fc.array(fc.string({ minLength: 1 }).filter((word) => !word.includes(' ')));
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (all, width) => {
        const lines = wrap(all.join(' '), width);
        expect(lines.flatMap((line) => line.split(' '))).toEqual(all);
        for (const line of lines) expect(columnsOf(line) <= width || !line.includes(' ')).toBe(true);
      }),
    );
  });
});

describe('indented', () => {
  it('puts a mark before the first line and spaces before the rest', () => {
    expect(indented('one two three four five', 22, '  1. ')).toEqual([
      '  1. one two three four',
      '     five',
    ]);
    expect(indented('one two three four five six', 22, '- ', '  ')).toEqual([
      '- one two three four',
      '  five six',
    ]);
  });
});
