import { describe, expect, it } from '@jest/globals';
import { differenceOf } from './difference.js';

describe('differenceOf', () => {
  it('shows the lines that only one of two texts has', () => {
    expect(differenceOf('{\n  "a": 1\n}\n', '{\n  "a": 2,\n  "b": 1\n}\n')).toEqual([
      '- "a": 1',
      '+ "a": 2',
      '+ "b": 1',
    ]);
    expect(differenceOf('', 'a\n')).toEqual(['+ a']);
    const same = ['  only the order, spaces, commas or the ends of lines differ'];
    expect(differenceOf('a\nb\n', 'b\na\n')).toEqual(same);
    expect(differenceOf('{\n"a": [\n1\n]\n}', '{"a": [\r\n  1\r\n]}')).toEqual(same);
    expect(differenceOf('a\na\n', 'a\n')).toEqual(['- a']);
  });

  it('shows an entry that was allowed and is denied now, and a list that is gone', () => {
    const settings = (allowed: string[], denied: string[]): string =>
      `{\n  "allowed": [${allowed.map((entry) => `\n    ${entry}`).join()}\n  ],\n  "denied": [${denied.map((entry) => `\n    ${entry}`).join()}\n  ]\n}\n`;
    expect(differenceOf(settings(['{"x":1}', '{"x":2}'], []), settings(['{"x":1}'], ['{"x":2}']))).toEqual([
      '- allowed: {"x":2}',
      '+ denied: {"x":2}',
    ]);
    // An absent list allows everything, and an empty one nothing.
    expect(differenceOf('{\n  "allowed": []\n}', '{}')).toEqual(['- "allowed"']);
  });

  it('is short, and shows nothing invisible', () => {
    const lines = differenceOf('', Array.from({ length: 100 }, (_, index) => `\u202e${index}`).join('\n'));
    expect(lines).toHaveLength(41);
    expect(lines[0]).toBe('+ \ufffd0');
    expect(lines[40]).toBe('  and 60 more lines');
  });
});
