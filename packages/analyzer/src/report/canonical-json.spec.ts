import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, digestOf, prettyJson } from './canonical-json.js';

/** The same value with its keys in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

describe('canonicalJson', () => {
  it('sorts keys by code units and writes numbers and strings as RFC 8785 does', () => {
    const value = JSON.parse('{"€":1,"\\r":2,"\\ufb33":3,"1":4,"😀":5,"ö":6}') as unknown;
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"ö":6,"€":1,"😀":5,"\ufb33":3}');
    expect(canonicalJson([1e21, 0.1, -0, 'a"\\\u001f'])).toBe('[1e+21,0.1,0,"a\\"\\\\\\u001f"]');
  });

  it('omits undefined fields and rejects values that JSON cannot represent', () => {
    expect(canonicalJson({ a: undefined, b: null })).toBe('{"b":null}');
    expect(() => canonicalJson(undefined)).toThrow(TypeError);
    expect(() => canonicalJson({ a: Number.NaN })).toThrow();
    expect(() => canonicalJson([Number.POSITIVE_INFINITY])).toThrow();
  });

  it('writes lone surrogates as the replacement character, instead of failing on a package', () => {
    expect(canonicalJson({ 'a\ud800': '\udc00' })).toBe('{"a\ufffd":"\ufffd"}');
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(digestOf(reversed(value))).toBe(digestOf(value));
      }),
    );
  });
});

describe('digestOf', () => {
  it('is the SHA-256 of the canonical JSON', () => {
    expect(digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });
});

describe('prettyJson', () => {
  it('keeps the order of keys, indents by two spaces and ends with a newline', () => {
    expect(prettyJson({ b: [1], a: {} })).toBe('{\n  "b": [\n    1\n  ],\n  "a": {}\n}\n');
  });

  it('escapes characters that could affect a terminal, preserving the values', () => {
    const value = { text: '\u001b[2J\u009b\u202e\u200b\u2028\ud800' };
    const json = prettyJson(value);
    expect(json).toBe('{\n  "text": "\\u001b[2J\\u009b\\u202e\\u200b\\u2028\ufffd"\n}\n');
    expect(JSON.parse(json)).toEqual({ text: '\u001b[2J\u009b\u202e\u200b\u2028\ufffd' });
  });

  it('escapes keys like values', () => {
    const value = JSON.parse('{"__proto__": 1, "constructor": 2}') as unknown;
    expect(prettyJson(value)).toBe('{\n  "__proto__": 1,\n  "constructor": 2\n}\n');
  });
});
