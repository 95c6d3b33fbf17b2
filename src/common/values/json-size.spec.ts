import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasAtMostValues, locationOver } from './json-size.js';

const fits = (value: unknown, max: number): boolean =>
  hasAtMostValues(Buffer.from(JSON.stringify(value)), max);

describe('hasAtMostValues', () => {
  it('counts the values of lists and objects', () => {
    expect(
      fits(
        Array.from({ length: 99 }, () => 1),
        100,
      ),
    ).toBe(true);
    expect(
      fits(
        Array.from({ length: 100 }, () => ({})),
        100,
      ),
    ).toBe(false);
    expect(fits(Object.fromEntries(Array.from({ length: 200 }, (_unused, n) => [n, n])), 100)).toBe(false);
  });

  it('counts nothing within strings, whatever they contain', () => {
    expect(fits({ text: ',[{'.repeat(1000), quoted: '\\",\\'.repeat(1000) }, 10)).toBe(true);
  });
});

describe('locationOver', () => {
  const over = (text: string, max = 100): string | undefined => locationOver(Buffer.from(text), max)?.member;
  const many = (count: number): string => JSON.stringify(Array.from({ length: count }, () => 1));

  it.each([
    ['a list', `{"a":1,"big":${many(200)},"z":1}`, 'big'],
    ['an object', `{"big":${JSON.stringify(Object.fromEntries(Object.entries(many(200))))}}`, 'big'],
    ['what is nested in it', `{"a":{"b":1},"big":{"c":[{"d":${many(200)}}]}}`, 'big'],
    ['the last of several', `{"a":${many(60)},"b":${many(60)}}`, 'b'],
    ['a member after a string that looks like one', `{"a":"\\"x\\":[","big":${many(200)}}`, 'big'],
    ['a member surrounded by spaces', `{ "a" : 1 , "big" : ${many(200)} }`, 'big'],
  ])('names the member that is %s', (_what, text, member) => {
    expect(over(text)).toBe(member);
  });

  it.each([
    ['few values', `{"a":${many(50)}}`],
    ['no object', many(200)],
    ['a name that may contain data', `{"my secret, long ago":${many(200)}}`],
    ['a name of escapes', `{"\\u0061":${many(200)}}`],
    ['a long name', `{"${'a'.repeat(41)}":${many(200)}}`],
    ['no end', `{"a":"${'['.repeat(200)}`],
  ])('names nothing for %s', (_what, text) => {
    expect(over(text)).toBeUndefined();
  });

  it('returns the depth', () => {
    const depth = (text: string): number | undefined => locationOver(Buffer.from(text), 100)?.depth;
    expect(depth(`{"a":[],"big":${many(200)}}`)).toBe(2);
    expect(depth('['.repeat(200))).toBe(99);
    expect(depth(many(50))).toBeUndefined();
  });

  it('agrees with what JSON.parse finds in any object', () => {
    const name = fc.stringMatching(/^[a-z_]{1,8}$/);
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue(), { maxKeys: 5 }), name, (value, big) => {
        const { [big]: _same, ...others } = value;
        const text = JSON.stringify({ ...others, [big]: Array.from({ length: 5000 }, () => 0) });
        fc.pre(hasAtMostValues(Buffer.from(JSON.stringify(others)), 4000));
        expect(over(text, 4900)).toBe(big);
      }),
    );
  });
});
