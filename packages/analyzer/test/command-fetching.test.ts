import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { archiveOf } from './support/analyze-command.js';

const COMMAND = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

const SHELL = [
  'import { exec } from "node:child_process";',
  'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
  'import { z } from "zod";',
  'const server = new McpServer({ name: "ping", version: "1.0.0" });',
  'server.tool("ping", "Asks a host whether it is there.", { host: z.string() }, async ({ host }) => {',
  '  exec(`ping -c 1 ${host}`, { timeout: 5000 });',
  '  return { content: [{ type: "text", text: "asked" }] };',
  '});',
].join('\n');

let server: Server;
let origin: string;
let answer: RequestListener;
/** The folder for temporary files of the command. */
let temporary: string;
let folder: string;

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'mcp-analyze-'));
  folder = await mkdtemp(join(tmpdir(), 'mcp-analyze-'));
  answer = (_request, response) => response.writeHead(404).end();
  server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: folder,
  TMPDIR: temporary,
  npm_config_registry: origin,
});

const analyze = (...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env: environment() };
    execFile(process.execPath, [COMMAND, ...words], options, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });

/** Serves a package as a registry and as an index do. */
async function serve(): Promise<void> {
  const packed = await archiveOf([{ name: 'package/server.js', content: SHELL }]);
  const bytes = await readFile(packed);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const dist = { tarball: `${origin}/ping.tgz`, integrity };
  const url = `${origin}/ping.tgz`;
  answer = ({ url: path }, response) => {
    if (path === '/ping.tgz') return response.end(bytes);
    if (path === '/ping')
      return response.end(
        JSON.stringify({
          name: 'ping',
          'dist-tags': { latest: '1.0.0' },
          versions: { '1.0.0': { name: 'ping', version: '1.0.0', dist } },
        }),
      );
    if (path === '/pypi/ping/1.0.0/json')
      return response.end(
        JSON.stringify({
          info: { name: 'ping', version: '1.0.0' },
          urls: [{ filename: 'ping-1.0.0.tar.gz', url, digests: { sha256 }, size: bytes.length }],
        }),
      );
    return response.writeHead(404).end();
  };
}

describe('mcp-analyze of a source that is fetched', () => {
  it('exits with 2 for what cannot be meant, does not exist or may not be fetched', async () => {
    await serve();
    for (const [words, said] of [
      [['file:///etc/passwd'], 'cannot fetch file:///etc/passwd: a repository needs an http, https'],
      [[`${origin}/acme/files.git`], 'sources are not fetched from 127.0.0.1'],
      [['https://example.com/acme/files.git'], 'the hosts are github.com, gitlab.com, bitbucket.org'],
      [['https://user:hunter2@github.com/acme/files'], 'must not contain a user name or password'],
      [['none@1.0.0'], 'the package none@1.0.0 does not exist'],
      [['ping@9.0.0'], 'the package ping@9.0.0 does not exist'],
      [['ping@file:x'], 'cannot fetch ping@file:x'],
      [['ping@file:../x'], 'cannot read ping@file:../x'],
      [['pypi:ping>1'], 'is not the name of a Python package'],
      [['ping@1.0.0', '--path', 'x'], '--path names a folder of a repository, not of a package'],
      [['.', '--path', 'x'], '--path and --index are for sources that are fetched'],
    ] as const) {
      const { code, stdout, stderr } = await analyze(...words);
      expect({ words, code, stdout, stderr }).toEqual({
        words,
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(said),
      });
    }
    expect(await readdir(temporary)).toEqual([]);
  });

  it('exits with 3 when the registry fails', async () => {
    answer = (_request, response) => response.writeHead(503).end();
    expect(await analyze('ping@1.0.0')).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('(HTTP 503)'),
    });
  });

  it('analyzes an npm package, and says which version that is', async () => {
    await serve();
    for (const text of ['ping@1.0.0', 'npm:ping@latest', 'ping@^1']) {
      const { code, stdout, stderr } = await analyze(text, '--json');
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'fetched ping 1.0.0\n' });
      expect(JSON.parse(stdout).findings).toContainEqual(expect.objectContaining({ rule_id: 'MCP-A001' }));
    }
    expect(await readdir(temporary)).toEqual([]);
  });

  it('analyzes a Python package of the index that is named', async () => {
    await serve();
    expect(await analyze('pypi:ping==1.0.0', '--index', origin)).toMatchObject({
      code: 1,
      stderr: 'fetched ping 1.0.0\n',
    });
  });

  it('prefers a file of that name', async () => {
    await writeFile(
      join(folder, 'ping@1.0.0'),
      await readFile(await archiveOf([{ name: 'a.js', content: '0;' }])),
    );
    expect(await analyze('ping@1.0.0')).toMatchObject({ code: 0, stderr: '' });
  });

  it('deletes what it has fetched when a signal ends it', async () => {
    const asked = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    const child = spawn(process.execPath, [COMMAND, 'ping@1.0.0'], { cwd: folder, env: environment() });
    await asked;
    expect(await readdir(temporary)).toEqual([expect.stringMatching(/^mcp-hub-run-/)]);
    child.kill('SIGTERM');
    const [, signal] = (await once(child, 'exit')) as unknown[];
    expect(signal).toBe('SIGTERM');
    expect(existsSync(temporary)).toBe(true);
    expect(await readdir(temporary)).toEqual([]);
  });
});
