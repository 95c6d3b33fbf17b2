import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readConfigFile } from './config-file.js';
import { CONFIG_KEYS } from './config-keys.js';

const folder = mkdtempSync(join(tmpdir(), 'mcp-hub-config-file-'));
const path = join(folder, 'config.yaml');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (yaml: string): ReturnType<typeof readConfigFile> => {
  writeFileSync(path, yaml);
  return readConfigFile(path, Object.keys(CONFIG_KEYS));
};

describe('readConfigFile', () => {
  it.each([
    ['an unknown key', 'hots: 127.0.0.1', 'hots is not a configuration key'],
    ['an unknown nested key', 'auth:\n  oss:\n    isuer: x', 'auth.oss.isuer is not a configuration key'],
    ['a value where keys belong', 'auth: oss', 'auth is not a configuration key'],
    ['keys where a value belongs', 'port:\n  number: 1', 'port.number is not a configuration key'],
    ['an inherited name', 'constructor: x', 'constructor is not a configuration key'],
    ['__proto__', '__proto__: x', '__proto__ is not a configuration key'],
    ['a list', 'port: [1, 2]', 'port must be a single value'],
    ['a list of keys', '- port: 1', 'must hold keys and values'],
    ['a text', 'just a text', 'must hold keys and values'],
    ['no YAML', 'port: "8080', 'must be readable YAML'],
    ['one key twice', 'port: 1\nport: 2', 'must be readable YAML'],
    ['two documents', 'port: 1\n---\nport: 2', 'must be readable YAML'],
  ])('refuses %s', (_what, yaml, fault) => {
    expect(read(yaml).faults).toEqual([expect.stringContaining(fault)]);
  });

  it('reports every unknown key, and still reads the known ones', () => {
    const { texts, faults } = read('a: 1\nport: 9090\nauth: { mode: oss, b: 2 }\n');
    expect(faults).toEqual(['a is not a configuration key', 'auth.b is not a configuration key']);
    expect([...texts]).toEqual([
      ['port', '9090'],
      ['auth.mode', 'oss'],
    ]);
  });

  it('reports the line of a YAML syntax error', () => {
    expect(read('host: localhost\nport: ]\n').faults).toEqual([expect.stringContaining('(line 2)')]);
  });

  it.each([
    ['nothing', ''],
    ['comments', '# port: 1\n'],
    ['a key without a value', 'port:\n'],
  ])('finds neither values nor faults in %s', (_what, yaml) => {
    expect(read(yaml)).toEqual({ texts: new Map(), faults: [] });
  });

  it('reads nested keys in both styles of YAML', () => {
    const { texts, faults } = read('auth:\n  oss:\n    issuer: a\npublic: { read_catalog: true }\n');
    expect(faults).toEqual([]);
    expect(Object.fromEntries(texts)).toEqual({ 'auth.oss.issuer': 'a', 'public.read_catalog': 'true' });
  });

  it.each([
    '1234567890'.repeat(4),
    `0${'123456789'.repeat(4)}`,
    `0x${'1f'.repeat(20)}`,
    `1.${'0'.repeat(40)}`,
    '1e400',
    '007',
  ])('reads the secret %s as it is written, not as a number', (secret) => {
    const { texts } = read(`auth: { oss: { issuer_secret: ${secret} } }\n`);
    expect(texts.get('auth.oss.issuer_secret')).toBe(secret);
  });
});

describe('faults and warnings never repeat a value', () => {
  let warnings: jest.SpiedFunction<typeof process.emitWarning>;
  beforeEach(() => {
    warnings = jest.spyOn(process, 'emitWarning').mockReturnValue();
  });
  afterEach(() => {
    warnings.mockRestore();
  });

  it.each([
    ['an open quotation mark', 'issuer_secret: "hunter2'],
    ['a quotation mark too many', 'issuer_secret: "hunter2" hunter2'],
    ['a missing space', 'issuer_secret:hunter2\n    issuer: x'],
    ['a forbidden first character', 'issuer_secret: @hunter2'],
    ['an unknown alias', 'issuer_secret: *hunter2'],
    ['an unknown escape', String.raw`issuer_secret: "hunter2\q"`],
    ['a value within a value', 'issuer_secret: a: hunter2'],
    ['an unknown tag', 'issuer_secret: !vault hunter2'],
    ['a tag that does not fit', 'issuer_secret: !!int hunter2'],
    ['a list', 'issuer_secret: [hunter2]'],
    ['a tab', 'issuer_secret: |\n\thunter2'],
    ['the same key twice', 'issuer_secret: hunter2\n    issuer_secret: hunter2'],
    ['an unknown directive', 'issuer_secret: hunter2\n%HUNTER hunter2'],
  ])('of a file with %s', (_what, line) => {
    const { faults } = read(`auth:\n  oss:\n    ${line}\n`);
    const reported = [...faults, ...warnings.mock.calls.map(([warning]) => String(warning))];
    expect(reported.join('\n')).not.toContain('hunter2');
  });
});
