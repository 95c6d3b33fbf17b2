import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';

const root = mkdtempSync(join(tmpdir(), 'mcp-hub-advisories-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const load = (addresses?: string) =>
  loadConfig({
    CONFIG_FILE: '/dev/null',
    DATA_DIR: root,
    ...(addresses !== undefined && { ADVISORIES_URL: addresses }),
  }).advisoryAddresses;

describe('ADVISORIES_URL', () => {
  it.each([
    ['another scheme', 'ftp://example.com/all.zip'],
    ['a file', 'file:///etc/passwd'],
    ['a path', '/data/all.zip'],
    ['a user and password', 'https://user:secret@example.com/all.zip'],
    ['a query, which logs would show', 'https://example.com/all.zip?token=secret'],
    ['a fragment', 'https://example.com/all.zip#npm'],
    ['an empty item', 'https://example.com/all.zip,'],
    ['a long address', `https://example.com/${'a'.repeat(500)}`],
    ['too many addresses', Array.from({ length: 21 }, (_, index) => `https://example.com/${index}`).join()],
  ])('is refused with %s', (_what, addresses) => {
    expect(() => load(addresses)).toThrow(/advisories_url \(ADVISORIES_URL\) must be at most 20 URLs/);
  });

  it('does not repeat a password in the error', () => {
    expect(() => load('https://user:secret@example.com/all.zip')).not.toThrow(/secret/);
  });

  it('names addresses, also private ones, each once', () => {
    expect(load()).toEqual([]);
    expect(
      load('https://example.com/all.zip, http://10.0.0.1:8081/osv/,https://example.com/all.zip'),
    ).toEqual(['https://example.com/all.zip', 'http://10.0.0.1:8081/osv/']);
  });
});
