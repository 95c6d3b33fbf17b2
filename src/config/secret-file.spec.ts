import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ossSettings, type AppConfig } from './app-config.js';
import type { ConfigKey } from './config-key.js';
import { CONFIG_KEYS } from './config-keys.js';
import { ConfigError } from './config-error.js';
import { loadConfig } from './load-config.js';

const SECRET = 'k9!vX2#pQ7@wL4$zR8%tN1^yB6&mC3*d-e5';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-hub-secret-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: string | Buffer, name = 'secret'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const load = (variables: Readonly<Record<string, string>>): AppConfig =>
  loadConfig({ DATA_DIR: join(folder, 'data'), ...variables });

function faultsOf(variables: Readonly<Record<string, string>>): readonly string[] {
  try {
    load(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

const issuerSecret = (path: string, more: Readonly<Record<string, string>> = {}): string =>
  ossSettings(load({ AUTH_OSS_ISSUER_SECRET_FILE: path, ...more })).issuerSecret;

describe('<NAME>_FILE of a secret', () => {
  it.each([
    ['a secret', SECRET, SECRET],
    ['a secret and a line break', `${SECRET}\n`, SECRET],
    ['a secret and a Windows line break', `${SECRET}\r\n`, SECRET],
    ['a secret with a line break of its own', `${SECRET}\n\n`, `${SECRET}\n`],
    ['a secret that ends in a space', `${SECRET} \n`, `${SECRET} `],
  ])('may name a file with %s', (_what, content, value) => {
    expect(issuerSecret(fileOf(content))).toBe(value);
  });

  it('may name a link to such a file, as container platforms mount them', () => {
    const link = join(folder, 'link');
    symlinkSync(fileOf(SECRET), link);
    expect(issuerSecret(link)).toBe(SECRET);
  });

  it('overrides the YAML file, and counts as unset if empty', () => {
    const yaml = fileOf(`auth:\n  oss:\n    issuer_secret: ${'y'.repeat(32)}\n`, 'config.yaml');
    expect(issuerSecret(fileOf(SECRET), { CONFIG_FILE: yaml })).toBe(SECRET);
    expect(issuerSecret('', { CONFIG_FILE: yaml })).toBe('y'.repeat(32));
    expect(issuerSecret('', { AUTH_OSS_ISSUER_SECRET: SECRET })).toBe(SECRET);
    expect(issuerSecret(fileOf(SECRET), { AUTH_OSS_ISSUER_SECRET: '' })).toBe(SECRET);
  });

  it('is an error together with the variable itself', () => {
    const path = fileOf(SECRET);
    expect(faultsOf({ AUTH_OSS_ISSUER_SECRET_FILE: path, AUTH_OSS_ISSUER_SECRET: 'z'.repeat(32) })).toEqual([
      'auth.oss.issuer_secret (AUTH_OSS_ISSUER_SECRET_FILE) must not be set together with AUTH_OSS_ISSUER_SECRET',
    ]);
  });

  it.each([
    ['is empty', () => fileOf('\n'), 'name a file that is not empty'],
    ['is too large', () => fileOf('x'.repeat(64 * 1024 + 1)), 'name a file of at most 65536 bytes'],
    ['is not there', () => join(folder, 'nowhere'), 'name a file that can be read (ENOENT)'],
    ['is a folder', () => folder, 'name a regular file'],
    ['is an endless device', () => '/dev/zero', 'name a regular file'],
    ['is below a file', () => join(fileOf('x'), 'y'), 'name a file that can be read (ENOTDIR)'],
    ['is no text', () => fileOf(Buffer.from([0x80, 0xff])), 'name a file of UTF-8 text'],
  ])('is refused if the file %s, with one line that names the key', (_what, path, must) => {
    expect(faultsOf({ SESSION_SECRET_FILE: path(), NODE_ENV: 'production', ALLOW_EMBEDDED: 'true' })).toEqual(
      [`session_secret (SESSION_SECRET_FILE) must ${must}`],
    );
  });

  it('is refused with the rule of its key, without the value', () => {
    const faults = faultsOf({
      AUTH_OSS_ISSUER_SECRET_FILE: fileOf('hunter2'),
      DATABASE_URL_FILE: fileOf('mysql://hub:hunter2@db/hub', 'database'),
    });
    expect(faults).toEqual([
      expect.stringMatching(/^database_url \(DATABASE_URL_FILE\) must be a URL that begins with postgres:/),
      'auth.oss.issuer_secret (AUTH_OSS_ISSUER_SECRET_FILE) must be at least 32 bytes long',
    ]);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('exists exactly for keys whose name or value is that of a secret', () => {
    const mayHoldSecret =
      /secret$|secret_key$|secret_access_key$|password$|token$|signing_key$|^(database|redis|smtp)_url$/;
    for (const [name, { isSecret = false }] of Object.entries<ConfigKey>(CONFIG_KEYS)) {
      expect([name, isSecret]).toEqual([name, mayHoldSecret.test(name)]);
    }
    expect(load({ HOST_FILE: join(folder, 'nowhere') }).http.host).toBe('127.0.0.1');
  });
});
