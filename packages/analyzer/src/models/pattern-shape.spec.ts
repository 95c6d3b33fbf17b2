import { describe, expect, it } from '@jest/globals';
import { shapeOf } from './pattern-shape.js';

const ALPHABET = [
  'a',
  'b',
  'z',
  'A',
  'B',
  'Z',
  '0',
  '9',
  '_',
  '-',
  '.',
  '/',
  '\\',
  ' ',
  '\n',
  '\t',
  '\r',
  ']',
  ',',
];
const LONGEST = 3;

/** All texts of up to LONGEST characters. */
const TEXTS = Array.from({ length: LONGEST }).reduce<string[]>(
  (texts) => ['', ...texts.flatMap((text) => ALPHABET.map((character) => text + character))],
  [''],
);

const within = (characters: Iterable<string>): string[] =>
  [...new Set(characters)].filter((character) => ALPHABET.includes(character)).sort();

/** What JavaScript itself matches. */
function matchedShape(pattern: string, flags: string): Record<string, unknown> {
  const whole = new RegExp(`^(?:${pattern})$`, flags);
  const matched = TEXTS.filter((text) => whole.test(text));
  return {
    characters: within(matched.flatMap((text) => Array.from(text))),
    first: within(matched.map((text) => text.charAt(0))),
    last: within(matched.map((text) => text.charAt(text.length - 1))),
    dots: matched.some((text) => text.includes('..')),
    empty: matched.includes(''),
  };
}

function readShape(pattern: string, ignoreCase: boolean): Record<string, unknown> | undefined {
  const shape = shapeOf(pattern, ignoreCase);
  return (
    shape && {
      ...shape,
      characters: within(shape.characters),
      first: within(shape.first),
      last: within(shape.last),
    }
  );
}

const READABLE = [
  '',
  'a',
  'ab',
  'a|b',
  'a|b-|-z',
  'a|',
  '|a',
  'ab|',
  'a?b',
  'ab?',
  'a*b*',
  'a+b',
  'a?b?',
  'a{2}',
  'a{1}',
  'a{0,2}b',
  'a{1,}b',
  'a{0,}b',
  'a{2,3}',
  'a+?b',
  'a*?',
  'a{2}?',
  '\\d',
  '\\d\\d',
  '\\w+',
  '\\s',
  '\\n',
  '\\r',
  '\\t',
  '\\x2f',
  '\\x41',
  '\\u0041',
  '\\u002d',
  '[\\u0041-\\u005a\\u4e00-\\u9fff]+',
  '\\.',
  '\\.\\.',
  '\\.a\\.',
  'a\\.|\\.b',
  '(?:a\\.)\\.',
  '\\.(?:\\.b)',
  '(?:\\.a?)(?:b?\\.)',
  '\\.a?\\.',
  '\\.+',
  '\\.*',
  '\\.?',
  '\\.{2}',
  '\\.{1}',
  '\\.{0,1}',
  '\\.{1,1}',
  '\\.{1,2}',
  '\\.{1,}',
  '\\.{3}',
  '(?:\\.a)+',
  '(?:a\\.)+',
  '(?:\\.|a)+',
  '(?:\\.|a)?',
  '(?:\\.\\.)?',
  '(?:a|\\.\\.)b?',
  'b?(?:a|\\.\\.)',
  '\\\\',
  '\\/',
  '\\-',
  '[ab]',
  '[ab]+',
  '[a-b]',
  '[A-Z]',
  '[a-z0-9_]',
  '[.-9]',
  '[,-.]',
  '[a-]',
  '[-a]',
  '[a.]+',
  '[\\w.-]',
  '[\\w-]',
  '[\\w-z]',
  '[\\d\\s]',
  '[\\]a]',
  '[\\\\a]',
  '[\\--9]',
  '[a\\-z]',
  '(a)b',
  '(?:a)b',
  '(?<name>a)b',
  '(a|b)z',
  '(a(b)?)z',
  '(?:a|b){2}',
  '(?:a?){2}b',
  'a\\b',
  '\\ba',
  'a\\B\\d',
  '-?a',
  'a-?',
  '(?!.*\\.\\.)[a.]+',
  '(?!.*\\.\\.)(?:\\.a?)+',
];

describe('the texts that a pattern matches', () => {
  it.each(READABLE.flatMap((pattern) => [[pattern, ''] as const, [pattern, 'i'] as const]))(
    'have the shape that JavaScript finds: /%s/%s',
    (pattern, flags) => {
      expect(readShape(pattern, flags === 'i')).toEqual(matchedShape(pattern, flags));
    },
  );

  it.each([
    ['[[:alnum:]]', 'aZ0', '_-'],
    ['[[:alpha:]]', 'azAZ', '09_'],
    ['[[:digit:]]', '09', 'aA'],
    ['[[:lower:]]', 'az', 'AZ0'],
    ['[[:upper:]]', 'AZ', 'az0'],
    ['[[:word:]]', 'aZ0_', '-.'],
    ['[[:xdigit:]]', 'abAB09', 'zZ_'],
    ['[[:digit:]_]', '09_', 'aA'],
    ['[_[:digit:]-]', '09_-', 'aA'],
  ])('have the classes of Go: %s', (pattern, characters, others) => {
    const shape = shapeOf(pattern, false);
    expect(Array.from(characters).filter((character) => !shape?.characters.has(character))).toEqual([]);
    expect(Array.from(others).filter((character) => shape?.characters.has(character))).toEqual([]);
  });

  it.each(['(?P<name>a)', '(?=a*)a', '(?!\\))a', '(?<!b)a', '(?<=b)a', '(?=a(?:b))a', 'a(?=\\()'])(
    'are those without the lookarounds and names of groups: %s',
    (pattern) => {
      expect(readShape(pattern, false)).toEqual(matchedShape('a', ''));
    },
  );

  it.each(['a(?!.*\\.\\.)\\.+', '(?!\\.\\.)\\.+', '(?!.*\\.\\.\\.)\\.+'])(
    'may have two dots when only some are excluded: %s',
    (pattern) => {
      expect(shapeOf(pattern, false)?.dots).toBe(true);
    },
  );

  it.each([
    '.',
    'a.',
    '^a',
    'a$',
    '\\',
    '\\D',
    '\\W',
    '\\S',
    '\\p{Script=Greek}',
    '\\P{L}',
    '\\u00',
    '\\x4',
    '\\1',
    '[^a]',
    '[a',
    '[',
    '[[:other:]]',
    '[[:alpha]',
    '[a-\\',
    '(a',
    '(?i:a)',
    '(?>a)',
    '(a|b',
    'a)',
    '(?=[a])a',
    '(?',
  ])('are unknown: %s', (pattern) => {
    expect(shapeOf(pattern, false)).toBeUndefined();
  });
});
