import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalManifest, manifestFault } from './manifest.js';

const SUBJECT = { packageId: 'acme/files', version: '1.2.3' };
const VALID = {
  schema_version: 1,
  package: { id: 'acme/files', version: '1.2.3' },
  runtime: { type: 'node', version: '>=22' },
  entrypoint: { command: ['node', 'index.js'] },
};

const without = (key: keyof typeof VALID): object =>
  Object.fromEntries(Object.entries(VALID).filter(([name]) => name !== key));

describe('manifestFault', () => {
  const text = 'must be a non-empty string';
  const command = 'must be an array of 1 to 256 non-empty strings';

  it.each<[string, unknown, string, string]>([
    ['null', null, 'manifest_json', 'must be an object'],
    ['a list', [VALID], 'manifest_json', 'must be an object'],
    ['a text', JSON.stringify(VALID), 'manifest_json', 'must be an object'],
    ['no schema_version', without('schema_version'), 'schema_version', 'must be a positive integer'],
    ['schema_version 0', { ...VALID, schema_version: 0 }, 'schema_version', 'must be a positive integer'],
    ['schema_version 1.5', { ...VALID, schema_version: 1.5 }, 'schema_version', 'must be a positive integer'],
    [
      'schema_version as text',
      { ...VALID, schema_version: '1' },
      'schema_version',
      'must be a positive integer',
    ],
    [
      'schema_version true',
      { ...VALID, schema_version: true },
      'schema_version',
      'must be a positive integer',
    ],
    [
      'schema_version 2^53',
      { ...VALID, schema_version: 2 ** 53 },
      'schema_version',
      'must be a positive integer',
    ],
    ['no package', without('package'), 'package', 'must be an object'],
    ['package as a list', { ...VALID, package: [] }, 'package', 'must be an object'],
    ['package null', { ...VALID, package: null }, 'package', 'must be an object'],
    ['no package.id', { ...VALID, package: { version: '1.2.3' } }, 'package.id', 'acme/files'],
    [
      'another package',
      { ...VALID, package: { ...VALID.package, id: 'acme/other' } },
      'package.id',
      'acme/files',
    ],
    [
      'another spelling',
      { ...VALID, package: { ...VALID.package, id: 'Acme/files' } },
      'package.id',
      'acme/files',
    ],
    ['the name alone', { ...VALID, package: { ...VALID.package, id: 'files' } }, 'package.id', 'acme/files'],
    [
      'no package.version',
      { ...VALID, package: { id: 'acme/files' } },
      'package.version',
      'must equal version',
    ],
    [
      'another version',
      { ...VALID, package: { ...VALID.package, version: '1.2.4' } },
      'package.version',
      'must equal version',
    ],
    [
      'other build metadata',
      { ...VALID, package: { ...VALID.package, version: '1.2.3+b' } },
      'package.version',
      'must equal version',
    ],
    ['no runtime', without('runtime'), 'runtime', 'must be an object'],
    ['runtime as text', { ...VALID, runtime: 'node' }, 'runtime', 'must be an object'],
    ['no runtime.type', { ...VALID, runtime: { version: '1' } }, 'runtime.type', text],
    ['an empty runtime.type', { ...VALID, runtime: { type: '', version: '1' } }, 'runtime.type', text],
    [
      'a long runtime.type',
      { ...VALID, runtime: { type: 'n'.repeat(1025), version: '1' } },
      'runtime.type',
      text,
    ],
    ['no runtime.version', { ...VALID, runtime: { type: 'node' } }, 'runtime.version', text],
    [
      'runtime.version as a number',
      { ...VALID, runtime: { type: 'node', version: 22 } },
      'runtime.version',
      text,
    ],
    ['no entrypoint', without('entrypoint'), 'entrypoint', 'must be an object'],
    ['entrypoint as a list', { ...VALID, entrypoint: ['node'] }, 'entrypoint', 'must be an object'],
    ['no command', { ...VALID, entrypoint: {} }, 'entrypoint.command', command],
    ['command as text', { ...VALID, entrypoint: { command: 'node' } }, 'entrypoint.command', command],
    ['an empty command', { ...VALID, entrypoint: { command: [] } }, 'entrypoint.command', command],
    ['an empty word', { ...VALID, entrypoint: { command: ['node', ''] } }, 'entrypoint.command', command],
    [
      'a number in command',
      { ...VALID, entrypoint: { command: ['node', 1] } },
      'entrypoint.command',
      command,
    ],
    [
      'a long command',
      { ...VALID, entrypoint: { command: Array(257).fill('x') } },
      'entrypoint.command',
      command,
    ],
  ])('names what is wrong with %s', (_what, manifest, field, rule) => {
    const fault = manifestFault(manifest, SUBJECT);
    expect(fault?.field).toBe(field === 'manifest_json' ? field : `manifest_json.${field}`);
    expect(fault?.rule).toContain(rule);
  });

  it.each([
    ['an infinite number', '{"x":1e400}'],
    ['an infinite number deep inside', '{"x":[{"y":[-1e400]}]}'],
    ['a lone surrogate', '{"x":"\\ud83d"}'],
    ['a lone surrogate in a key', '{"x":{"\\ude00":1}}'],
    ['a lone surrogate under __proto__', '{"__proto__":{"a":"\\ud83d"}}'],
  ])('refuses %s: it has no canonical form', (_what, extra) => {
    const manifest = { ...VALID, extra: JSON.parse(extra) as unknown };
    expect(manifestFault(manifest, SUBJECT)).toEqual({
      field: 'manifest_json',
      rule: 'must hold finite numbers and well-formed Unicode only',
    });
  });

  it('takes the documented shape', () => {
    expect(manifestFault(VALID, SUBJECT)).toBeUndefined();
  });

  it('allows further fields, everywhere', () => {
    const manifest = {
      ...VALID,
      'x-tools': [{ name: '😀', hidden: null }],
      package: { ...VALID.package, license: 'MIT' },
      runtime: { ...VALID.runtime, arch: ['x64'] },
      entrypoint: { ...VALID.entrypoint, env: {} },
    };
    expect(manifestFault(manifest, SUBJECT)).toBeUndefined();
  });

  it('does not repeat a hostile package name at length', () => {
    const fault = manifestFault(VALID, { ...SUBJECT, packageId: `acme/${'x'.repeat(5000)}` });
    expect(fault?.field).toBe('manifest_json.package.id');
    expect(fault?.rule.length).toBeLessThan(300);
  });

  it('leaves nothing that has no canonical form', () => {
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('\ud83d', Infinity, -Infinity, -0, 'x', { '\ude00': 1 }),
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 3 }), (extra) => {
        const manifest = { ...VALID, extra };
        if (manifestFault(manifest, SUBJECT) !== undefined) return;
        expect(JSON.parse(canonicalManifest(manifest).toString())).toEqual(
          JSON.parse(JSON.stringify(manifest)),
        );
      }),
    );
  });
});

describe('canonicalManifest', () => {
  const canonical = (json: string): string => canonicalManifest(JSON.parse(json) as object).toString();

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
    expect(canonicalManifest(JSON.parse(json) as object).toString('hex')).toBe(hex.replace(/\s/g, ''));
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
    expect(canonicalManifest({ n: number }).toString()).toBe(`{"n":${text}}`);
  });

  it.each([
    ['7fffffffffffffff', 'NaN'],
    ['7ff0000000000000', 'Infinity'],
  ])('has no form for %s (%s)', (bits) => {
    expect(() => canonicalManifest({ n: Buffer.from(bits, 'hex').readDoubleBE() })).toThrow();
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

  it('does not depend on the order or spelling in which a manifest came, and loses nothing', () => {
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
        const bytes = canonicalManifest(value);
        expect(canonicalManifest(shuffled(value, seed) as object).equals(bytes)).toBe(true);
        const read = JSON.parse(bytes.toString()) as object;
        expect(read).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalManifest(read).equals(bytes)).toBe(true);
      }),
    );
  });
});
