import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CommandOutcome } from './command-host.js';
import { programEnvironment } from './server-process.js';
import { DECISIONS_ORG, type SignedDecisions } from './decisions-server.js';

const MAIN = join(process.cwd(), 'dist/cli/main.js');

type Variables = Readonly<Record<string, string>>;

const defined = (variables: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** The home of a user who runs servers, with folders for settings and cache. */
export class RunHome {
  private readonly clients: Client[] = [];

  private constructor(readonly folder: string) {}

  static async open(): Promise<RunHome> {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-home-'));
    await mkdir(join(folder, 'work'));
    return new RunHome(folder);
  }

  get configuration(): string {
    return join(this.folder, 'config', 'mcp-hub');
  }

  get cache(): string {
    return join(this.folder, 'cache', 'mcp-hub');
  }

  /** The names in a folder of the cache. */
  async cached(folder = 'entries'): Promise<string[]> {
    return (await readdir(join(this.cache, folder)).catch(() => [])).sort();
  }

  variables(more: Variables = {}): Record<string, string> {
    return {
      ...defined(programEnvironment()),
      HOME: this.folder,
      XDG_CONFIG_HOME: join(this.folder, 'config'),
      XDG_CACHE_HOME: join(this.folder, 'cache'),
      ...more,
    };
  }

  /** Runs a command of mcp-hub. */
  command(words: readonly string[], input = '', more: Variables = {}): Promise<CommandOutcome> {
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [MAIN, ...words],
        { env: this.variables(more), cwd: join(this.folder, 'work'), maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
      // A command that is refused reads nothing.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }

  /** The words of a login. */
  loginWords(decisions: SignedDecisions, registry: string, change: Variables = {}): string[] {
    const options = {
      server: decisions.url,
      registry,
      'allow-list': decisions.allowList,
      key: decisions.key,
      org: DECISIONS_ORG,
      environment: 'production',
      ...change,
    };
    return ['login', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])];
  }

  /** Logs in with a token of the registry. */
  async login(decisions: SignedDecisions, registryUrl: string, token: string): Promise<void> {
    const { code, stderr } = await this.command(
      [...this.loginWords(decisions, registryUrl), '--token-stdin'],
      `${token}\n`,
    );
    if (code !== 0) throw new Error(stderr);
  }

  /** The path of a file of the decisions. */
  async decisionsFile(name: string): Promise<string> {
    const folder = join(this.configuration, 'decisions');
    const [only = ''] = await readdir(folder);
    return join(folder, only, name);
  }

  /** The next run asks the hub again. */
  async forgetTime(): Promise<void> {
    const file = await this.decisionsFile('state.json');
    const state = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...state, askAgainAt: 0 }));
  }

  /** Starts `run` and leaves it running. */
  start(words: readonly string[], more: Variables = {}): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [MAIN, 'run', ...words], {
      env: this.variables(more),
      cwd: join(this.folder, 'work'),
    });
  }

  /** Connects the official client to a server that `run` starts. */
  async connect(words: readonly string[], more: Variables = {}): Promise<Client> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'run', ...words],
      env: this.variables(more),
      cwd: join(this.folder, 'work'),
      stderr: 'pipe',
    });
    let errors = '';
    transport.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const client = new Client({ name: 'tests', version: '1.0.0' });
    try {
      await client.connect(transport);
    } catch (error) {
      throw new Error(`not connected: ${errors}`, { cause: error });
    }
    this.clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.clients) await client.close();
    await makeWritable(this.folder);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Read-only folders cannot be emptied. */
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
}
