import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isJson, jsonObjects, jsonTexts } from './json-pairs.js';
import { growth, IN_PROPORTION } from '../../../test/support/growth.js';

const texts = (document: unknown): string[] =>
  [...jsonTexts(JSON.stringify(document, null, 1))].map(
    ({ name, value, line }) => `${line} ${name} ${value}`,
  );

describe('the strings of a JSON document', () => {
  it('are named after their key, a default after the enclosing key', () => {
    expect(texts({ token: 'a', api_key: { type: 'string', default: 'b' } })).toEqual([
      '2 token a',
      '4 type string',
      '5 api_key b',
    ]);
  });

  it('are named after a sibling "name"', () => {
    expect(texts([{ name: 'TOKEN', value: 'v' }])).toEqual(['3 name TOKEN', '4 TOKEN v']);
  });

  it('have their line even if they are escaped', () => {
    expect([...jsonTexts('{"other": "x",\n"key":\n"\\u0061\\"b"}')].at(-1)).toEqual({
      name: 'key',
      value: 'a"b',
      line: 3,
    });
  });

  it('are complete, each on a line that contains it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), (document) => {
        const written = JSON.stringify(document, null, 1);
        const lines = written.split('\n');
        const found = [...jsonTexts(written)];
        expect(found).toHaveLength(Object.keys(document).length);
        for (const { value, line } of found) expect(lines[line - 1]).toContain(JSON.stringify(value));
      }),
    );
  });

  it('are found in one pass', () => {
    const many = (length: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length }, (_, number) => [`password${number}`, `value${number}`]));
    expect(texts(many(20_000))).toHaveLength(20_000);
    expect(growth((length) => texts(many(length)), 5000)).toBeLessThan(IN_PROPORTION);
  });

  it('do not include those of skipped keys', () => {
    const document = { example: { token: 'a' }, list: [{ example: 'b', token: 'c' }] };
    const described = [...jsonTexts(JSON.stringify(document), (key) => key === 'example')];
    expect(described).toEqual([{ name: 'token', value: 'c', line: 1 }]);
  });

  it.each(['{"a": 1,}', '"\\x"', 'a: 1', ''])('are not read from an invalid document: %s', (text) => {
    expect(isJson(text)).toBe(false);
    expect(() => [...jsonTexts(text)]).toThrow(SyntaxError);
  });

  it('are read from each valid document', () => {
    expect(isJson('{"a": 1}')).toBe(true);
    expect([...jsonTexts('{"a": 1}')]).toEqual([]);
  });
});

describe('the objects of a JSON document', () => {
  const objects = (document: string): unknown[] =>
    [...jsonObjects(document)].map((fields) =>
      [...fields].map(([name, { texts: all, line }]) => [name, all, line]),
    );

  it.each([
    ['1', []],
    ['[["a"], "b"]', []],
    ['{}', [[]]],
    [
      '{"a": "x",\n"b": ["y", 1, ["w"], "z"], "c": {"d": null}}',
      [
        [['d', [], 2]],
        [
          ['a', ['x'], 1],
          ['b', ['y', 'z'], 2],
          ['c', [], 2],
        ],
      ],
    ],
    ['{"\\u0061": "x:{,"}', [[['a', ['x:{,'], 1]]]],
  ])('%s', (document, expected) => {
    expect(objects(document)).toEqual(expected);
  });
});
