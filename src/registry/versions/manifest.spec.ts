import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalForms } from './canonical-manifest.js';
import { manifestFault, MAX_MANIFEST_VALUES } from './manifest.js';

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
  const text = 'must be a string of 1 to 1024 characters';
  const command = 'must be an array of 1 to 256 strings of 1 to 1024 characters';

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
    [
      'a long runtime.version',
      { ...VALID, runtime: { type: 'node', version: '1'.repeat(1025) } },
      'runtime.version',
      text,
    ],
    ['entrypoint as a list', { ...VALID, entrypoint: ['node'] }, 'entrypoint', 'must be an object'],
    ['command as text', { ...VALID, entrypoint: { command: 'node' } }, 'entrypoint.command', command],
    ['an empty command', { ...VALID, entrypoint: { command: [] } }, 'entrypoint.command', command],
    ['an empty word', { ...VALID, entrypoint: { command: ['node', ''] } }, 'entrypoint.command', command],
    ['a long word', { ...VALID, entrypoint: { command: ['x'.repeat(1025)] } }, 'entrypoint.command', command],
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

  it('accepts the documented shape', () => {
    expect(manifestFault(VALID, SUBJECT)).toBeUndefined();
    expect(manifestFault({ ...VALID, entrypoint: null }, SUBJECT)).toBeUndefined();
    expect(manifestFault({ ...VALID, entrypoint: { command: null } }, SUBJECT)).toBeUndefined();
  });

  it('allows additional fields everywhere', () => {
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

  it('accepts only what has a canonical form', () => {
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('\ud83d', Infinity, -Infinity, -0, 'x', { '\ude00': 1 }),
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 3 }), (extra) => {
        const manifest = { ...VALID, extra };
        if (manifestFault(manifest, SUBJECT) !== undefined) return;
        expect(JSON.parse(canonicalForms(manifest).bytes.toString())).toEqual(
          JSON.parse(JSON.stringify(manifest)),
        );
      }),
    );
  });
});

describe('a manifest of many values', () => {
  const withItems = (count: number): object => ({ ...VALID, extra: Array.from({ length: count }, () => 0) });
  // The rest of a valid manifest has 13 values, `extra` included.
  const REST = 13;

  it('is refused above the limit, and accepted at it', () => {
    expect(manifestFault(withItems(MAX_MANIFEST_VALUES - REST), SUBJECT)).toBeUndefined();
    expect(manifestFault(withItems(MAX_MANIFEST_VALUES - REST + 1), SUBJECT)).toEqual({
      field: 'manifest_json',
      rule: 'must hold at most 10000 values',
    });
  });
});
