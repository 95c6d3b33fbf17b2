import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { resolveSource } from '../src/fetch-source.js';
import { parseSourceSpec } from '../src/source-spec.js';
import { zipOf } from './support/archives.js';
import { fakeCodeHost } from './support/fake-code-host.js';
import { fetched, refused } from './support/fetching.js';
import { body } from './support/listener.js';

const FILE = '/acme/files/releases/download/v1.0.0/files.mcpb';
const BYTES = zipOf([{ name: 'manifest.json', content: '{}' }]);
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const OTHER = '0'.repeat(64);

/** A code host with the file, and how to fetch from it. */
async function host() {
  const { options, spec } = await fakeCodeHost({ [FILE]: body(BYTES) });
  return { options, url: new URL(FILE, spec.url).href };
}

describe('the address of an MCP bundle', () => {
  it.each([
    ['https://github.com/a/b/releases/download/v1/x.mcpb', { sha256: undefined }],
    [`https://github.com/a/b/releases/download/v1/x.dxt#sha256:${OTHER}`, { sha256: OTHER }],
    [`https://github.com/a/b/x.MCPB#sha256:${'A'.repeat(64)}`, { sha256: 'a'.repeat(64) }],
  ])('is read: %s', (text, { sha256 }) => {
    expect(parseSourceSpec(text)).toEqual({
      kind: 'mcpb',
      url: text.split('#')[0],
      ...(sha256 && { sha256 }),
    });
  });

  it.each([
    'https://github.com/a/b.mcpb.git',
    'https://github.com/a/x.mcpb?raw=1',
    'https://github.com/a/x.mcpb#main',
  ])('is another one: %s', (text) => {
    expect(parseSourceSpec(text).kind).toBe('repository');
  });
});

describe('an MCP bundle is refused', () => {
  it('from a host that is no code host', async () => {
    const spec = { kind: 'mcpb', url: 'https://files.example.com/x.mcpb' } as const;
    expect(await refused(spec)).toMatchObject({
      code: 'refused_address',
      message: expect.stringMatching(/not fetched from files\.example\.com; the hosts are github\.com/),
    });
  });

  it('with another digest', async () => {
    const { options, url } = await host();
    expect(await refused({ kind: 'mcpb', url, sha256: OTHER }, options)).toMatchObject({ code: 'integrity' });
  });

  it('that is not there, or larger than the limit', async () => {
    const { options, url } = await host();
    expect(await refused({ kind: 'mcpb', url: url.replace('v1.0.0', 'v2') }, options)).toMatchObject({
      code: 'not_found',
    });
    const small = { ...options, limits: { archiveBytes: 10 } };
    expect(await refused({ kind: 'mcpb', url }, small)).toMatchObject({ code: 'too_large' });
  });
});

it('an MCP bundle arrives byte for byte, and means its digest', async () => {
  const { options, url } = await host();
  const { archive, sha256, size } = await fetched({ kind: 'mcpb', url, sha256: SHA256 }, options);
  expect([sha256, size, (await readFile(archive)).equals(BYTES)]).toEqual([SHA256, BYTES.length, true]);
  expect(await resolveSource({ kind: 'mcpb', url }, options)).toEqual({ kind: 'mcpb', url, sha256: SHA256 });
});
