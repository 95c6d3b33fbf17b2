import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { PASSWORD } from '../support/credentials.js';
import { installPacked } from '../support/packed.js';

const run = promisify(execFile);
/** The Node.js that npm installs on this machine. */
const NODE = `node-${process.platform}-${process.arch}`;

let folder: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-bins-'));
  installed = await installPacked('.', folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  CONFIG_FILE: '/dev/null',
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
});

const npx = (...words: string[]): Promise<{ stdout: string; stderr: string }> =>
  run('npx', ['--no', '--', ...words], { cwd: folder, env: environment() });

describe('the packed package', () => {
  it('contains the programs and what they need, and nothing else', async () => {
    expect((await readdir(installed)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'examples',
      'node_modules',
      'package.json',
      'packages',
      'scripts',
    ]);
    expect(await readdir(join(installed, 'packages'))).toEqual(['dashboard']);
    expect(await readdir(join(installed, 'packages/dashboard'))).toEqual(['dist']);
    const compiled = await readdir(join(installed, 'dist'), { recursive: true, withFileTypes: true });
    const others = compiled.filter((entry) => entry.isFile() && !entry.name.endsWith('.js'));
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  it('bundles the packages of this repository, which are in no registry', async () => {
    const bundled = join(installed, 'node_modules/@mcp-hub');
    expect((await readdir(bundled)).sort()).toEqual(['analyzer', 'client-configurations', 'sources']);
    for (const name of ['analyzer', 'client-configurations', 'sources']) {
      const contents = await readdir(join(bundled, name));
      expect(contents).toEqual(expect.arrayContaining(['dist', 'package.json']));
      expect(contents).not.toContain('src');
    }
  });

  it('runs nothing when it is installed', async () => {
    const { scripts } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    for (const name of ['preinstall', 'install', 'postinstall']) expect(scripts).not.toHaveProperty(name);
  });

  it('contains what npm runs in a package that is installed from its folder', async () => {
    const { scripts } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const commands: string[] = scripts.prepare.split(' && ');
    for (const command of commands) {
      const [, file = ''] = /^node (\S+)$/.exec(command) ?? [];
      expect(file).not.toBe('');
      expect(existsSync(join(installed, file))).toBe(true);
    }
  });

  it('has programs with portable shebangs', async () => {
    for (const name of await readdir(join(installed, 'bin'))) {
      const text = await readFile(join(installed, 'bin', name), 'utf8');
      expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
    }
  });
});

/** Without npx, which exits at SIGTERM and leaves its children running. */
async function startServer(env: NodeJS.ProcessEnv): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(join(folder, 'node_modules/.bin/mcp-hub'), ['start'], { cwd: folder, env });
  let printed = '';
  const url = await new Promise<string>((found, failed) => {
    server.once('close', () => failed(new Error(printed)));
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const [, address] = /listens on (http:\/\/\S+)/.exec(printed) ?? [];
        if (address !== undefined) found(address);
      });
    }
  });
  return { server, url };
}

describe('npx mcp-hub', () => {
  it('prints its version and its commands', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect((await npx('mcp-hub', '--version')).stdout).toBe(`${version}\n`);
    expect((await npx('mcp-hub', '--help')).stdout).toMatch(/Usage: mcp-hub .*\bstart\b.*\busers\b/s);
  });

  it('starts the server, and administers it while it runs', async () => {
    const { server, url } = await startServer(environment());
    try {
      expect((await new ApiClient(url).get('/readyz')).status).toBe(200);
      await npx('mcp-hub', 'users', 'add', 'alice');
      expect(JSON.parse((await npx('mcp-hub', 'users', 'list', '--json')).stdout)).toMatchObject([
        { username: 'admin', administrator: true },
        { username: 'alice', administrator: false },
      ]);
    } finally {
      const closed = once(server, 'close');
      server.kill('SIGTERM');
      await closed;
    }
    expect(server.exitCode).toBe(0);
  });
});

describe('a system with an old Node.js', () => {
  let system: NodeJS.ProcessEnv;
  beforeAll(async () => {
    const bin = join(folder, 'old-node');
    await mkdir(bin);
    await writeFile(
      join(bin, 'old.cjs'),
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.4' } });\n`,
    );
    await writeFile(
      join(bin, 'node'),
      `#!/bin/sh\nexec '${process.execPath}' --require '${bin}/old.cjs' "$@"\n`,
      {
        mode: 0o755,
      },
    );
    system = { ...environment(), PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  });

  const hub = (...words: string[]): Promise<{ stdout: string; stderr: string }> =>
    run(join(folder, 'node_modules/.bin/mcp-hub'), words, { cwd: folder, env: system });

  it('gets an explanation when npm has installed no suitable one', async () => {
    const hidden = join(folder, 'node_modules', NODE);
    await rename(hidden, `${hidden}.away`);
    try {
      await expect(hub('--version')).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^mcp-hub needs Node\.js 22\.13 or newer; this is 20\.19\.4 .*--omit=optional.*\n$/s,
        ),
      });
    } finally {
      await rename(`${hidden}.away`, hidden);
    }
  });

  it('gets the exit code and output of the program, which runs on the Node.js that npm has installed', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await hub('--version')).toEqual({ stdout: `${version}\n`, stderr: '' });
    const analyzer = run(join(folder, 'node_modules/.bin/mcp-analyze'), [], { cwd: folder, env: system });
    await expect(analyzer).rejects.toMatchObject({ code: 2 });
  });

  it('stops the server gracefully with SIGTERM', async () => {
    const { server, url } = await startServer(system);
    const closed = once(server, 'close');
    server.kill('SIGTERM');
    await closed;
    expect(server.exitCode).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('ends by the signal that ends the program', async () => {
    const { server, url } = await startServer(system);
    const closed = once(server, 'close');
    server.kill('SIGHUP');
    await closed;
    expect(server.signalCode).toBe('SIGHUP');
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe('npx mcp-analyze', () => {
  it('prints its version and usage', async () => {
    expect((await npx('mcp-analyze', '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await npx('mcp-analyze', '--help')).stdout).toMatch(
      /^Usage: mcp-analyze \[options\] \[package\]/,
    );
  });

  it('analyzes a folder, and prints the report as JSON', async () => {
    const sample = join(folder, 'sample');
    await mkdir(sample);
    await writeFile(join(sample, 'package.json'), '{"name":"sample","version":"1.0.0"}');
    await writeFile(join(sample, 'index.js'), 'export const one = 1;\n');
    const { stdout } = await npx('mcp-analyze', 'sample', '--json', '--fail-on', 'none');
    expect(JSON.parse(stdout)).toMatchObject({ schema_version: '1.1.0', findings: [] });
  });

  it('fetches packages from the registry that npm is configured with', async () => {
    const env = { ...environment(), npm_config_registry: 'http://127.0.0.1:1' };
    const program = join(folder, 'node_modules/.bin/mcp-analyze');
    await expect(run(program, ['files@1.0.0'], { cwd: folder, env })).rejects.toMatchObject({
      code: 3,
      stderr: expect.stringContaining('the registry of the package files@1.0.0 could not be reached'),
    });
  });
});
