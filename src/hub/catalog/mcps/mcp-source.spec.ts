import { describe, expect, it } from '@jest/globals';
import { mcpbOf, mcpSource, packageOf, storedSource } from './mcp-source.js';

describe('storedSource', () => {
  it.each(['files@1.2.0', '@acme/files@1.2.0', 'files@1.0.0-rc.1+build'])('takes %s', (npm) => {
    const stored = storedSource({ npm, more: 1 });
    expect(stored).toBe(`npm:${npm}`);
    expect(mcpSource(stored ?? null)).toEqual({ npm });
  });

  it.each(['files==1.2.0', 'Files.Server_x==1!2.0rc1+local', 'a==1'])(
    'takes the Python package %s',
    (pypi) => {
      const stored = storedSource({ pypi });
      expect(stored).toBe(`pypi:${pypi}`);
      expect(mcpSource(stored ?? null)).toEqual({ pypi });
    },
  );

  it('takes an MCP bundle with its digest', () => {
    const [url, sha256] = ['https://github.com/acme/files/releases/download/v1/files.mcpb', 'a'.repeat(64)];
    const mcpb = `${url}#sha256:${sha256}`;
    const stored = storedSource({ mcpb });
    expect(stored).toBe(`mcpb:${mcpb}`);
    expect([mcpSource(stored ?? null), mcpbOf(stored ?? '')]).toEqual([{ mcpb }, { url, sha256 }]);
    expect(mcpbOf('npm:files@1.0.0')).toBeUndefined();
  });

  it.each([
    {},
    { mcpb: 'https://github.com/acme/files.mcpb' },
    { mcpb: `http://github.com/acme/files.mcpb#sha256:${'a'.repeat(64)}` },
    { mcpb: `https://github.com/acme/files.zip#sha256:${'a'.repeat(64)}` },
    { mcpb: `https://github.com/acme/files.mcpb#sha256:${'A'.repeat(64)}` },
    { mcpb: `https://a:b@github.com/files.mcpb#sha256:${'a'.repeat(64)}` },
    { mcpb: `https://github.com/files.mcpb#sha256:${'a'.repeat(64)}`, npm: 'files@1.0.0' },
    { npm: 'files@1.2.0', pypi: 'files==1.2.0' },
    { pypi: 'files' },
    { pypi: 'files==' },
    { pypi: '==1.0' },
    { pypi: 'files@1.0' },
    { pypi: 'files>=1.0' },
    { pypi: '-files==1.0' },
    { pypi: '../files==1.0' },
    { pypi: 'files==1.0; python_version<"3"' },
    [],
    null,
    'npm:files@1.2.0',
    { npm: 7 },
    { npm: '' },
    { npm: 'files' },
    { npm: '@acme/files' },
    { npm: '@1.2.0' },
    { npm: 'files@latest' },
    { npm: 'files@^1.0.0' },
    { npm: 'files@v1.0.0' },
    { npm: 'Files@1.0.0' },
    { npm: '../files@1.0.0' },
    { npm: 'https://example.com/files.tgz@1.0.0' },
    { npm: 'files\u0000@1.0.0' },
    { npm: `${'a'.repeat(215)}@1.0.0` },
  ])('refuses %j', (source) => expect(storedSource(source)).toBeUndefined());
});

it.each([
  ['npm:@acme/files@1.2.0', { kind: 'npm', name: '@acme/files', version: '1.2.0' }],
  ['pypi:files==1.2', { kind: 'pypi', name: 'files', version: '1.2' }],
])('packageOf reads %s', (stored, expected) => expect(packageOf(stored)).toEqual(expected));

it('mcpSource is null without a stored source', () => expect(mcpSource(null)).toBeNull());
