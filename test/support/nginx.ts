import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isOpen } from './ports.js';

const TEMP_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** nginx as a separate process that writes to a temporary folder only. */
export class Nginx {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /**
   * Starts it with these `server` blocks and waits until it listens on `port`.
   * @throws with its output
   */
  static async start(servers: string, port: number): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-nginx-'));
    const configuration = [
      'daemon off;',
      // A single unprivileged process: the folder belongs to this user.
      'master_process off;',
      `pid ${folder}/pid;`,
      `error_log ${folder}/error.log warn;`,
      'events {}',
      'http {',
      'access_log off;',
      ...TEMP_PATHS.map((name) => `${name}_temp_path ${folder}/${name};`),
      servers,
      '}',
    ];
    await writeFile(join(folder, 'nginx.conf'), configuration.join('\n'));
    const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
    const child = spawn('nginx', words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => {
        reject(new Error(`nginx ended: ${printed}`));
      });
    });
    failed.catch(() => undefined);
    const listening = async (): Promise<void> => {
      while (!(await isOpen(port))) await wait(20);
    };
    await Promise.race([listening(), failed]);
    return new Nginx(child, folder);
  }

  /** The content of its error log. */
  errors(): Promise<string> {
    return readFile(join(this.folder, 'error.log'), 'utf8');
  }

  async stop(): Promise<void> {
    const closed = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await closed;
    await rm(this.folder, { recursive: true, force: true });
  }
}
