import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ossSettings, type AppConfig } from './app-config.js';
import { loadConfig } from './load-config.js';

const SECRET = 'k9!vX2#pQ7@wL4$zR8%tN1^yB6&mC3*d-e5';
const root = mkdtempSync(join(tmpdir(), 'mcp-hub-secrets-'));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const load = (variables: Readonly<Record<string, string>> = {}): AppConfig =>
  loadConfig({ CONFIG_FILE: '/dev/null', DATA_DIR: join(folder, 'data'), ...variables });
const secretOf = (config: AppConfig): string => ossSettings(config).issuerSecret;

describe('the generated issuer_secret', () => {
  const path = (): string => join(folder, 'data', 'secrets', 'auth.oss.issuer_secret');

  it('has mode 0600 in a folder of mode 0700, whatever the umask', () => {
    const before = process.umask(0);
    try {
      load();
    } finally {
      process.umask(before);
    }
    expect((statSync(path()).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(join(path(), '..')).mode & 0o777).toString(8)).toBe('700');
  });

  it('is random, of at least 32 bytes, and stays the same', () => {
    const first = secretOf(load());
    expect(Buffer.from(first, 'base64url')).toHaveLength(32);
    expect(Buffer.byteLength(first)).toBeGreaterThanOrEqual(32);
    expect(secretOf(load())).toBe(first);
    expect(readFileSync(path(), 'utf8')).toBe(first);
    expect(readdirSync(join(path(), '..')).sort()).toEqual([
      'auth.oss.issuer_secret',
      'hub_signing_key',
      'idp.signing_key',
      'outbound_webhooks_secret_key',
      'session_secret',
    ]);
    const other = secretOf(load({ DATA_DIR: join(folder, 'other') }));
    expect(other).not.toBe(first);
  });

  it('is overridden by a configured one', () => {
    const config = load({ AUTH_OSS_ISSUER_SECRET: SECRET, SESSION_SECRET: SECRET });
    expect([secretOf(config), config.idp?.client?.sessionSecret]).toEqual([SECRET, SECRET]);
    // The signing key of the built-in provider is made from SESSION_SECRET.
    expect(readdirSync(join(path(), '..')).sort()).toEqual([
      'hub_signing_key',
      'outbound_webhooks_secret_key',
    ]);
  });

  it.each(['', 'short'])(
    'is not read from a damaged file (%j): the server refuses to start if it is shorter',
    (text) => {
      mkdirSync(join(path(), '..'), { recursive: true });
      writeFileSync(path(), text);
      expect(() => load()).toThrow(/issuer_secret/);
    },
  );
});
