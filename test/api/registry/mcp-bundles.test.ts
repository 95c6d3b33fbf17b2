import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMcpConfigForManifest, unpackExtension, validateManifest } from '@anthropic-ai/mcpb';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { McpBundleJob } from '../../../src/registry/mcp-bundles/mcp-bundle-job.js';
import { McpBundleMaker } from '../../../src/registry/mcp-bundles/mcp-bundle-maker.js';
import type { UnbundledVersion } from '../../../src/registry/mcp-bundles/mcp-bundles.repository.js';
import { zipOf } from '../../../packages/sources/test/support/archives.js';
import type { Actor } from '../../support/actors.js';
import type { ApiClient } from '../../support/api-client.js';
import {
  artifactPath,
  digestOf,
  manifestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../../support/builders.js';
import { tarGzOf, type TarEntry } from '../../support/bundles.js';
import { useTestApp } from '../../support/suite.js';
import { resolve } from '../../support/version-requests.js';

const SERVER = `
const answers = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1.0.0' } },
  'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }));
});
`;
const FILES: readonly TarEntry[] = [
  { name: 'package.json', content: '{"name":"x"}' },
  { name: 'dist/index.js', content: SERVER },
  { name: 'manifest.json', content: '{"mine":true}' },
];
const NODE = { entrypoint: { command: ['node', './dist/index.js', '--quiet'] } };

let admin: Actor;
let hub: ApiClient;
let folder: string;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  hub = await t.actors.bearer({ sub: 'hub', scopes: ['admin:publish'] });
  folder = await mkdtemp(join(tmpdir(), 'mcp-bundles-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Publishes a version with a bundle and a manifest, certified with a level. */
async function certified(id: string, bundle: Buffer, manifest: object = NODE, level = 2): Promise<void> {
  const version = '1.0.0';
  const { status } = await publish(admin, id, version, {
    bundle_digest: digestOf(bundle),
    bundle_size_bytes: bundle.length,
    manifest_json: manifestOf(id, version, manifest),
  });
  expect(status).toBe(200);
  expect((await uploadBundle(admin, id.split('/')[0] ?? '', bundle)).status).toBe(200);
  expect((await setStatus(admin, id, version, 'published')).status).toBe(200);
  const verdict = { level, global_score: 87, snapshot_id: 'x', evaluated_at: '2026-01-31T12:00:00.000Z' };
  const path = `${packagePath(id)}/versions/${version}/certification`;
  expect((await hub.send('PUT', path, { json: verdict })).status).toBe(200);
}

const makeAll = (): Promise<void> =>
  t.app.get(McpBundleJob, { strict: false }).run(new AbortController().signal);

/** The MCP bundle of a version, as its resolution names it. */
const mcpbOf = async (id: string) =>
  (await resolve(admin, id, '1.0.0')).body.resolved.mcpb as
    | { readonly digest: string; readonly url: string; readonly size_bytes: number }
    | undefined;

const faultOf = async (id: string): Promise<unknown> =>
  (
    await t.rows<{ fault: string | null }>(
      `SELECT v.mcpb_fault AS fault FROM registry_version v JOIN registry_package p ON p.id = v.package_id
         JOIN registry_organization o ON o.id = p.org_id WHERE o.slug || '/' || p.name = $1`,
      [id],
    )
  )[0]?.fault;

describe('No MCP bundle is made of a version', () => {
  it.each<[string, string, () => Promise<Buffer> | Buffer, object, RegExp]>([
    ['whose manifest has no command', 'no-command', () => tarGzOf(FILES), { entrypoint: {} }, /no command/],
    [
      'whose command is a program of the machine',
      'machine',
      () => tarGzOf(FILES),
      { entrypoint: { command: ['npx', 'x'] } },
      /npx is neither/,
    ],
    [
      'whose command names no file of the bundle',
      'elsewhere',
      () => tarGzOf(FILES),
      { entrypoint: { command: ['node', 'other.js'] } },
      /starts no file/,
    ],
    [
      'whose command starts a file beside the bundle',
      'beside',
      () => tarGzOf(FILES),
      { entrypoint: { command: ['node', '../x.js'] } },
      /starts no file/,
    ],
    [
      'whose command gives the runtime other code',
      'evaluated',
      () => tarGzOf(FILES),
      { entrypoint: { command: ['node', '--import=data:text/javascript,0', 'dist/index.js'] } },
      /starts no file/,
    ],
    [
      'whose console script is in no module of the bundle',
      'module',
      () => tarGzOf(FILES),
      {
        entrypoint: {
          command: [
            'python3',
            '-c',
            "import sys; sys.path.insert(0, '../x'); from pdb import main; sys.exit(main())",
          ],
        },
      },
      /starts no file/,
    ],
    [
      'that needs packages which it does not bring',
      'dependent',
      () =>
        tarGzOf([
          { name: 'package.json', content: '{"dependencies":{"zod":"4"}}' },
          { name: 'dist/index.js', content: SERVER },
        ]),
      NODE,
      /does not bring the packages/,
    ],
    ['of a bundle that is no archive', 'broken', () => Buffer.from('no archive'), NODE, /not gzip|broken/i],
    [
      'of a bundle with a link',
      'link',
      () => tarGzOf([...FILES, { name: 'a', type: 'symlink', linkname: '/etc/passwd' }]),
      NODE,
      /symbolic link/,
    ],
    [
      'of a bundle with a name that leaves it',
      'leaves',
      () => tarGzOf([...FILES, { name: '../a', content: 'x' }]),
      NODE,
      /leads out/,
    ],
    [
      'of a bundle with names that are one',
      'alike',
      () => tarGzOf([...FILES, { name: 'Dist/index.js', content: 'x' }]),
      NODE,
      /Two names are one/,
    ],
    [
      'of a zip without a manifest',
      'zip',
      () => zipOf([{ name: 'a.js', content: 'x' }]),
      NODE,
      /zip without manifest\.json/,
    ],
    [
      'of a zip that programs read differently',
      'hidden',
      () => Buffer.concat([zipOf([{ name: 'manifest.json', content: '{}' }]), Buffer.from('x')]),
      NODE,
      /goes on after/,
    ],
  ])('%s', async (_what, name, bundle, manifest, reason) => {
    await certified(`refused/${name}`, await bundle(), manifest);
    await makeAll();
    expect(await faultOf(`refused/${name}`)).toMatch(reason);
    expect(await mcpbOf(`refused/${name}`)).toBeUndefined();
  });

  it('that nobody has certified', async () => {
    await certified('refused/level-zero', await tarGzOf(FILES), NODE, 0);
    await makeAll();
    expect([await faultOf('refused/level-zero'), await mcpbOf('refused/level-zero')]).toEqual([
      null,
      undefined,
    ]);
  });

  it('and its address is unknown', async () => {
    const { status } = await admin.get(artifactPath('refused', `sha256:${'0'.repeat(64)}`, 'mcpb'));
    expect(status).toBe(404);
  });
});

describe('The MCP bundle of a certified version', () => {
  let link: { readonly digest: string; readonly url: string; readonly size_bytes: number };
  let bytes: Buffer;
  beforeAll(async () => {
    await certified('acme/files', await tarGzOf(FILES), {
      ...NODE,
      description: 'Reads files.',
      license: 'MIT',
      runtime: { type: 'node', version: '>=22' },
    });
    await makeAll();
    link = (await mcpbOf('acme/files')) ?? { digest: '', url: '', size_bytes: 0 };
    const response = await admin.get(link.url);
    ({ bytes } = response);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${link.digest.slice('sha256:'.length)}.mcpb"`,
    );
  });

  it('has an address of its own, with the digest of its bytes', async () => {
    expect(digestOf(bytes)).toBe(link.digest);
    expect(link).toEqual({
      digest: link.digest,
      url: artifactPath('acme', link.digest, 'mcpb'),
      size_bytes: bytes.length,
    });
    const part = await admin.get(link.url, { headers: { range: 'bytes=0-1' } });
    expect([part.status, part.text]).toEqual([206, 'PK']);
    const known = await admin.get(link.url, { headers: { 'if-none-match': `"${link.digest}"` } });
    expect(known.status).toBe(304);
    const head = await admin.head(link.url);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  });

  it('is for those who may download the bundle', async () => {
    expect((await t.actors.anonymous.get(link.url)).status).toBe(401);
    const reader = await t.actors.apiToken({ scopes: ['mcp:resolve'], resources: ['org/'] });
    expect((await reader.get(link.url)).status).toBe(403);
    expect((await admin.get(link.url.replace('/org/acme/', '/org/refused/'))).status).toBe(404);
  });

  it('is valid for the official package, and starts the server from what that unpacks', async () => {
    const [path, target] = [join(folder, 'files.mcpb'), join(folder, 'unpacked')];
    await writeFile(path, bytes);
    expect(await unpackExtension({ mcpbPath: path, outputDir: target, silent: true })).toBe(true);
    expect(validateManifest(join(target, 'manifest.json'))).toBe(true);
    const document: unknown = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'));
    expect(document).toEqual({
      manifest_version: '0.3',
      name: 'files',
      display_name: 'acme/files',
      version: '1.0.0',
      description: 'Reads files.',
      author: { name: 'acme' },
      repository: { type: 'git', url: 'https://github.com/acme/files' },
      server: {
        type: 'node',
        entry_point: 'server/dist/index.js',
        mcp_config: { command: 'node', args: ['${__dirname}/server/dist/index.js', '--quiet'] },
      },
      tools_generated: true,
      prompts_generated: true,
      license: 'MIT',
      compatibility: { runtimes: { node: '>=22' } },
    });
    expect(await readFile(join(target, 'server/manifest.json'), 'utf8')).toBe('{"mine":true}');
    const config = await getMcpConfigForManifest({
      manifest: document as never,
      extensionPath: target,
      systemDirs: {},
      userConfig: {},
      pathSeparator: '/',
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    const { command = '', args = [] } = config ?? {};
    await client.connect(
      new StdioClientTransport({ command: command === 'node' ? process.execPath : command, args }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['look']);
    await client.close();
  });

  it('has the same bytes each time it is made', async () => {
    const [row] = await t.rows<UnbundledVersion>(
      `SELECT v.id, v.org_id AS "orgId", 'acme' AS org, 'files' AS name, v.version, v.repo_url AS "repoUrl",
              '' AS description, v.bundle_digest AS "bundleDigest", v.manifest_digest AS "manifestDigest"
         FROM registry_version v WHERE v.mcpb_digest = $1`,
      [link.digest],
    );
    if (row === undefined) throw new Error('there is no version');
    const again = await t.app
      .get(McpBundleMaker, { strict: false })
      .make(row, await mkdtemp(join(folder, 'again-')), new AbortController().signal);
    expect(again).toEqual({ digest: link.digest, sizeBytes: link.size_bytes });
  });
});

it('A publisher’s own file stays as it is, byte for byte', async () => {
  const manifest = {
    manifest_version: '0.3',
    name: 'own',
    version: '1.0.0',
    description: 'x',
    author: { name: 'x' },
    server: {},
  };
  const own = zipOf([
    { name: 'manifest.json', content: JSON.stringify(manifest) },
    { name: 'a.js', content: 'x' },
  ]);
  await certified('acme/own', own);
  await makeAll();
  const link = await mcpbOf('acme/own');
  expect(link).toEqual({
    digest: digestOf(own),
    url: artifactPath('acme', digestOf(own), 'mcpb'),
    size_bytes: own.length,
  });
  const response = await admin.get(link?.url ?? '');
  expect(digestOf(response.bytes)).toBe(digestOf(own));
});

it('Versions that fail each time, however many, keep no other one waiting', async () => {
  await certified('acme/last', await tarGzOf(FILES));
  const [last] = await t.rows<{ id: string }>(
    `SELECT v.id FROM registry_version v JOIN registry_package p ON p.id = v.package_id WHERE p.name = 'last'`,
  );
  // Equal contents have one certificate.
  await t.rows(
    `INSERT INTO registry_version
     SELECT (jsonb_populate_record(v, jsonb_build_object(
              'id', '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), 'version', '0.0.' || n, 'sort_key', 'copy ' || n))).*
       FROM registry_version v, generate_series(1, 120) AS n WHERE v.id = $1`,
    [last?.id],
  );
  const maker = t.app.get(McpBundleMaker, { strict: false });
  const make = maker.make.bind(maker);
  const fail = jest
    .spyOn(maker, 'make')
    .mockImplementation((version, ...rest) =>
      version.id === last?.id ? make(version, ...rest) : Promise.reject(new Error('the store is away')),
    );
  try {
    for (let run = 0; run < 2; run += 1) await expect(makeAll()).rejects.toThrow('the store is away');
    expect(await mcpbOf('acme/last')).toBeDefined();
  } finally {
    fail.mockRestore();
    await t.rows(`DELETE FROM registry_version WHERE sort_key LIKE 'copy %'`);
  }
});

it('A console script of Python starts with its module from the bundle', async () => {
  const code = "import sys; sys.path.insert(0, 'src'); from acme.main import run; sys.exit(run())";
  const files = [{ name: 'src/acme/main.py', content: 'def run():\n    print("started")\n    return 0\n' }];
  await certified('acme/python', await tarGzOf(files), { entrypoint: { command: ['python3', '-c', code] } });
  await makeAll();
  const link = await mcpbOf('acme/python');
  expect([await faultOf('acme/python'), link === undefined]).toEqual([null, false]);
});
