import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';

const root = mkdtempSync(join(tmpdir(), 'mcp-hub-outbound-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const load = (variables: Readonly<Record<string, string>> = {}) =>
  loadConfig({ CONFIG_FILE: '/dev/null', DATA_DIR: root, ...variables }).outboundWebhooks;

describe('OUTBOUND_WEBHOOKS_TRUSTED_ORIGINS', () => {
  it.each([
    ['a path', 'https://siem.internal/events'],
    ['a slash at the end', 'https://siem.internal/'],
    ['another scheme', 'ftp://siem.internal'],
    ['a user', 'https://user:secret@siem.internal'],
    ['the default port', 'https://siem.internal:443'],
    ['a host alone', 'siem.internal'],
    ['an empty item', 'https://siem.internal,'],
    ['too many', Array.from({ length: 51 }, (_, index) => `https://h${index}.internal`).join()],
  ])('is refused with %s', (_what, given) => {
    expect(() => load({ OUTBOUND_WEBHOOKS_TRUSTED_ORIGINS: given })).toThrow(
      /outbound_webhooks\.trusted_origins .* must be at most 50 origins/,
    );
  });

  it('names origins, each once', () => {
    expect(
      load({
        OUTBOUND_WEBHOOKS_TRUSTED_ORIGINS:
          'https://siem.internal:8443, http://127.0.0.1:9000,http://127.0.0.1:9000',
      }).trustedOrigins,
    ).toEqual(['https://siem.internal:8443', 'http://127.0.0.1:9000']);
  });
});

describe('OUTBOUND_WEBHOOKS_SECRET_KEY', () => {
  it('is refused when it is short, without repeating it', () => {
    expect(() => load({ OUTBOUND_WEBHOOKS_SECRET_KEY: 'short' })).toThrow(/must be at least 32 bytes long/);
    expect(() => load({ OUTBOUND_WEBHOOKS_SECRET_KEY: 'short' })).not.toThrow(/short/);
  });

  it('is generated once outside of production', () => {
    expect(load().secretKey).toBe(load().secretKey);
    expect(load({ OUTBOUND_WEBHOOKS_SECRET_KEY: 'x'.repeat(32) }).secretKey).not.toBe(load().secretKey);
  });
});
