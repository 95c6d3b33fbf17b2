import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';

const root = mkdtempSync(join(tmpdir(), 'mcp-hub-webhooks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const load = (variables: Readonly<Record<string, string>>) =>
  loadConfig({ CONFIG_FILE: '/dev/null', DATA_DIR: root, ...variables }).webhookSecrets;

describe('the secrets of webhooks', () => {
  it('are undefined unless set, separately for each sender', () => {
    expect(load({})).toEqual({});
    expect(load({ WEBHOOK_GITLAB_TOKEN: 'b' })).toEqual({ gitlab: 'b' });
    expect(
      load({
        WEBHOOK_GITHUB_SECRET: 'a',
        WEBHOOK_GITLAB_TOKEN: 'b',
        WEBHOOK_BITBUCKET_SECRET: 'c',
        WEBHOOK_STRIPE_SECRET: 'd',
      }),
    ).toEqual({ github: 'a', gitlab: 'b', bitbucket: 'c', stripe: 'd' });
  });

  it('are refused when blank, because anyone could sign with that', () => {
    expect(() => load({ WEBHOOK_GITHUB_SECRET: ' ' })).toThrow(/webhook\.github_secret .* must not be empty/);
  });
});
