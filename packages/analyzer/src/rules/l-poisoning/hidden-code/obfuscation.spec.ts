import { describe, expect, it } from '@jest/globals';
import { obfuscationOf } from './obfuscation.js';
import { growth, IN_PROPORTION, repeated } from '../../../../test/support/growth.js';

const veil = (text: string): string | undefined => {
  const found = obfuscationOf(text, text.split('\n'));
  return found && `${found.kind} ${found.line}`;
};
const escaped = (text: string): string =>
  Array.from(text, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

describe('obfuscated source text', () => {
  it.each([
    [
      'names of an obfuscator 2',
      `\n${Array.from({ length: 50 }, (_, n) => `_0x${(4096 + n).toString(16)}();`).join('')}`,
    ],
    ['packed code 1', 'eval(function(p,a,c,k,e,d){return p}())'],
    ['letters as escapes 2', `1;\nrun("${escaped('a long line of letters that hides its words')}")`],
    ['code of brackets alone 1', '[![]+[]][+[]]'.repeat(80)],
    ['code far to the right 1', `x = 1;${' '.repeat(300)}eval(y)`],
    ['code far to the right 1', `x = 1;${' '.repeat(30_000)}eval(y)`],
  ])('%s', (kind, text) => {
    expect(veil(text)).toBe(kind);
  });

  it.each([
    'const a = 1;\nfunction b() { return a; }',
    'const bytes = "\\x00\\x01\\x02\\xff\\xfe'.repeat(20),
    `x = 1;${' '.repeat(300)}// a comment: eval`,
    `const table = [1,${' '.repeat(300)}2];`,
    'const _0x12ab = 1;',
    `${'a();'.repeat(10_000)}"${' '.repeat(300)}eval"`,
  ])('is not reported: %j', (text) => {
    expect(veil(text)).toBeUndefined();
  });

  it.each(['_0x1', '\\x41', '![]', ' ', 'a ', '()', '\t'])(
    'is found among many %j in linear time',
    (unit) => {
      expect(growth((length) => veil(repeated(unit, length)), 200_000)).toBeLessThan(IN_PROPORTION);
    },
  );
});
