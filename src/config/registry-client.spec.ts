import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';

const root = mkdtempSync(join(tmpdir(), 'mcp-hub-registry-client-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const load = (variables: Readonly<Record<string, string>>) =>
  loadConfig({ CONFIG_FILE: '/dev/null', DATA_DIR: root, ...variables }).registryClient;

describe('the hub as a client of the registry', () => {
  it('has neither an address nor a token by default', () => {
    expect(load({})).toEqual({});
  });

  it('takes both from its settings', () => {
    expect(load({ REGISTRY_URL: 'https://registry.example.com/', REGISTRY_SERVICE_TOKEN: 'a.b.c' })).toEqual({
      url: 'https://registry.example.com',
      serviceToken: 'a.b.c',
    });
  });

  it.each(['ftp://registry', 'https://user:password@registry.example.com', 'registry'])(
    'does not take %s as the address',
    (url) => {
      expect(() => load({ REGISTRY_URL: url })).toThrow(/registry_url/);
    },
  );
});
