import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalForms } from './canonical-manifest.js';

describe('the bytes of a manifest', () => {
  const bytesOf = (value: object): Buffer => canonicalForms(value).bytes;
  const canonical = (json: string): string => bytesOf(JSON.parse(json) as object).toString();

  it('gives the bytes of the example of RFC 8785, section 3.2.4', () => {
    const json = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    const hex = `7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72 75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75
      6d 62 65 72 73 22 3a 5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31 65 2b 33 30 2c 34 2e 35 2c 30
      2e 30 30 32 2c 31 65 2d 32 37 5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30 30 66 5c 6e 41 27 42
      5c 22 5c 5c 5c 5c 5c 22 2f 22 7d`;
    expect(bytesOf(JSON.parse(json) as object).toString('hex')).toBe(hex.replace(/\s/g, ''));
  });

  it('sorts keys by UTF-16 code units, as in section 3.2.3', () => {
    const json = String.raw`{
      "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
    }`;
    expect(Array.from(canonical(json).matchAll(/:"([^"]+)"/g), ([, value]) => value)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('sorts keys that look like numbers as text, at every level', () => {
    expect(canonical('{"b":{"2":0,"10":0,"1":0},"a":[{"d":1,"c":2}]}')).toBe(
      '{"a":[{"c":2,"d":1}],"b":{"1":0,"10":0,"2":0}}',
    );
  });

  // RFC 8785, appendix B: IEEE 754 bits and their text.
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s as %s', (bits, text) => {
    const number = Buffer.from(bits, 'hex').readDoubleBE();
    expect(bytesOf({ n: number }).toString()).toBe(`{"n":${text}}`);
  });

  it.each([
    ['7fffffffffffffff', 'NaN'],
    ['7ff0000000000000', 'Infinity'],
  ])('has no form for %s (%s)', (bits) => {
    expect(() => bytesOf({ n: Buffer.from(bits, 'hex').readDoubleBE() })).toThrow();
  });

  it('keeps text as it is: escapes only what must be, normalizes nothing', () => {
    expect(canonical(String.raw`{"a":"\u0041\u030a \u2028 \u007f \/ \u001b \b\f\t"}`)).toBe(
      `{"a":"A\u030a \u2028 \u007f / \\u001b \\b\\f\\t"}`,
    );
  });

  it('keeps members named __proto__, constructor and toJSON', () => {
    expect(canonical('{"toJSON":1,"constructor":2,"__proto__":{"b":3,"a":4}}')).toBe(
      '{"__proto__":{"a":4,"b":3},"constructor":2,"toJSON":1}',
    );
  });

  it('does not depend on the order or formatting of the manifest, and loses nothing', () => {
    const shuffled = (value: unknown, seed: number): unknown => {
      if (Array.isArray(value)) return value.map((child) => shuffled(child, seed));
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(([key, child]) => [key, shuffled(child, seed)] as const);
      const turn = entries.length === 0 ? 0 : seed % entries.length;
      return Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)].reverse());
    };
    const manifest = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
    fc.assert(
      fc.property(manifest, fc.nat(), (value, seed) => {
        const bytes = bytesOf(value);
        expect(bytesOf(shuffled(value, seed) as object).equals(bytes)).toBe(true);
        const read = JSON.parse(bytes.toString()) as object;
        expect(read).toEqual(JSON.parse(JSON.stringify(value)));
        expect(bytesOf(read).equals(bytes)).toBe(true);
      }),
    );
  });
});

describe('canonicalForms', () => {
  const manifest = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());

  it('has an unversioned form shared by versions that differ only in their number', () => {
    fc.assert(
      fc.property(manifest, manifest, fc.string(), fc.string(), (value, pack, one, two) => {
        const versioned = (version: string): object => ({ ...value, package: { ...pack, version } });
        const [first, second] = [one, two].map((version) => canonicalForms(versioned(version)));
        expect(first?.unversioned).toBe(second?.unversioned);
        expect(first?.bytes.equals(second?.bytes ?? Buffer.of())).toBe(one === two);
        expect(first?.unversioned).toBe(canonicalForms(versioned('')).bytes.toString());
      }),
    );
  });
});
