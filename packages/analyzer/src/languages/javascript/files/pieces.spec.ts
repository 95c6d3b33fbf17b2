import { describe, expect, it } from '@jest/globals';
import { growth, IN_PROPORTION, repeated } from '../../../../test/support/growth.js';
import { piecesOf, unescaped, withinTexts, withoutComments } from './pieces.js';

const described = (text: string): string[] =>
  piecesOf(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

describe('piecesOf', () => {
  it.each([
    ['x(); // a\ny();', ['comment // a']],
    ['x(/* a\n b */ y)', ['comment /* a\n b */']],
    ['#!/usr/bin/env node\nx()', ['comment #!/usr/bin/env node']],
    ['const a = "//"; x("b")', ['text //', 'text b']],
    [`'a\\'//' + "/*"`, ["text a\\'//", 'text /*']],
    [
      '`a // ${b + "c" /* d */} e` // f',
      ['text a // ', 'text c', 'comment /* d */', 'text  e', 'comment // f'],
    ],
    ['`${`${{}}`}` // a', ['text ', 'text ', 'text ', 'text ', 'comment // a']],
    ['x.test(/["\'`]\\/[/"]/u) // a', ['pattern ["\'`]\\/[/"]', 'comment // a']],
    ['if (x) /"/.test(y); "a"', ['pattern "', 'text a']],
    ['return /"/', ['pattern "']],
    ['(a + b) / 2; "a/"', ['text a/']],
    ['a.return / 2; "a/"', ['text a/']],
    ['x = {} / 1; "/ + \'/*\'"; "a"', ["text / + '/*'", 'text a']],
    ['x++ / 2; "a/"', ['text a/']],
    ['a! / 2; "a/"', ['text a/']],
    ['f() {} /"/.test(a)', ['pattern "']],
    ['"not ended\nx("a")', ['text not ended', 'text a']],
    ['x / "a', ['text a']],
    ['/* not ended "a"', ['text a']],
    ['`not ended', ['text not ended']],
    ['<a href="b">don\'t</a>\n"c"', ['text b', 'text t</a>', 'text c']],
    ['', []],
  ])('finds the pieces of %s', (text, pieces) => {
    expect(described(text)).toEqual(pieces);
  });

  it.each([
    ['unterminated comments', '/*a'],
    ['unterminated regular expressions', '=/['],
    ['unterminated strings', '"'],
    ['open brackets', '({['],
    ['templates', '`${'],
    ['slashes', '/ '],
    ['escapes', '"\\'],
    ['comments', '/**/'],
  ])('takes linear time for %s', (_what, part) => {
    expect(growth((length) => withoutComments(repeated(part, length)), 500_000)).toBeLessThan(IN_PROPORTION);
  });
});

describe('withoutComments', () => {
  it('keeps the indexes of everything else', () => {
    expect(withoutComments('a /* b */ c // d\n"// e"')).toBe(`a ${' '.repeat(7)} c ${' '.repeat(4)}\n"// e"`);
  });
});

describe('withinTexts', () => {
  const isWithin = (script: string, part: string): boolean =>
    withinTexts(script)(script.indexOf(part), script.indexOf(part) + part.length);

  it.each([
    ['"a it b"', true],
    ["'it'", true],
    ['`it`', true],
    ['`it ${a}`', true],
    ['`${a} it`', true],
    ['`${a} it', false],
    ['`${it}`', false],
    ['it', false],
    ['// it', false],
    ['"a" + it + "b"', false],
    ["<p>don't</p>; it\nx", false],
    ["<p>don't</p>{it}<p>don't</p>", false],
    ["<p>don't {it} <br />don't</p>", false],
    ['<i>`</i>{it}<i>`</i>', false],
  ])('%s: %s', (script, expected) => {
    expect(isWithin(script, 'it')).toBe(expected);
  });

  it('accepts only a range that is entirely within one text', () => {
    expect(isWithin('"it" + "it"', '"it"')).toBe(false);
    expect(isWithin('"it" + "it"', 'it" + "it')).toBe(false);
  });

  it('answers all queries in one pass', () => {
    const ask = (length: number): void => {
      const script = repeated('"it";', length);
      const isText = withinTexts(script);
      for (let index = 1; index < script.length; index += 5) isText(index, index + 2);
    };
    expect(growth(ask, 200_000)).toBeLessThan(IN_PROPORTION);
  });
});

describe('unescaped', () => {
  it.each([
    ['\\x2e\\u002f\\u{61}', './a'],
    ['a\\/b\\\nc', 'a/bc'],
    ['\\u{110000}a', 'a'],
    ['plain', 'plain'],
  ])('reads %s', (text, meant) => {
    expect(unescaped(text)).toBe(meant);
  });
});
