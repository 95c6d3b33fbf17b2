import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import columnsOf from 'string-width';
import { indented, wrap } from './text-width.js';

describe('wrap', () => {
  it('counts the columns of wide and combined characters', () => {
    expect(wrap('日本 日本 日本', 9)).toEqual(['日本 日本', '日本']);
    expect(wrap('🐍 🐍 🐍', 5)).toEqual(['🐍 🐍', '🐍']);
    expect(wrap('e\u0301 e\u0301 e\u0301', 3)).toEqual(['e\u0301 e\u0301', 'e\u0301']);
    expect(wrap('—…· süß', 7)).toEqual(['—…· süß']);
  });

  it('breaks text at spaces', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('', 10)).toEqual([]);
  });

  it('leaves long words whole', () => {
    expect(wrap('see src/a/very/long/path.py here', 10)).toEqual(['see', 'src/a/very/long/path.py', 'here']);
  });

  it('keeps every word', () => {
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
  it('puts a marker before the first line and spaces before the rest', () => {
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
