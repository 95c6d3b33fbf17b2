import { describe, expect, it } from '@jest/globals';
import { differenceOf } from './difference.js';

describe('differenceOf', () => {
  it('shows the lines that only one of two texts has', () => {
    expect(differenceOf('{\n  "a": 1\n}\n', '{\n  "a": 2,\n  "b": 1\n}\n')).toEqual([
      '-   "a": 1',
      '+   "a": 2,',
      '+   "b": 1',
    ]);
    expect(differenceOf('', 'a\n')).toEqual(['+ a']);
    expect(differenceOf('a\nb\n', 'b\na\n')).toEqual(['  only the order or the ends of lines differ']);
    expect(differenceOf('a\na\n', 'a\n')).toEqual(['- a']);
  });

  it('is short, and shows nothing invisible', () => {
    const lines = differenceOf('', Array.from({ length: 100 }, (_, index) => `\u202e${index}`).join('\n'));
    expect(lines).toHaveLength(41);
    expect(lines[0]).toBe('+ \ufffd0');
    expect(lines[40]).toBe('  and 60 more lines');
  });
});
