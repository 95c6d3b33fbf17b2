import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ApiClient } from './api-client.js';
import { PASSWORD } from './credentials.js';
import { answersEnvironment } from './observed-answers.js';

// A worker has no address.
const LISTENING = /listens on (http:\/\/\S+)|analyzes \(started/;

/** It exited before it listened; the message is its output. */
export class FailedStart extends Error {
  constructor(
    output: string,
    readonly exitCode: number | null,
  ) {
    super(output);
  }
}

/** What every program that tests start inherits. */
export const programEnvironment = (): Readonly<Record<string, string | undefined>> => ({
  PATH: process.env['PATH'],
  TMPDIR: process.env['TMPDIR'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
});

/** The environment of a process. */
export interface ProcessOptions {
  /** The maximum size of files that it may write. */
  readonly largestFileKiB?: number;
  /** A prefix command that changes its environment and then executes it. */
  readonly under?: readonly string[];
}

/** The compiled product as a separate process, as `npm start` runs it. */
export class ServerProcess {
  /** Makes requests without credentials. */
  readonly client: ApiClient;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    private readonly printed: () => string,
  ) {
    this.client = new ApiClient(url);
  }

  /** Its output so far. */
  get output(): string {
    return this.printed();
  }

  /** Its process id, also when a prefix command has executed it. */
  get pid(): number {
    if (this.child.pid === undefined) throw new Error('it has not been started');
    return this.child.pid;
  }

  /** The administrator created by its first start. */
  admin(): Promise<ApiClient> {
    return this.client.login('admin', PASSWORD);
  }

  /**
   * Starts it and waits until it listens.
   * @throws FailedStart with its output and its exit code when it exits before
   */
  static async start(
    settings: Readonly<Record<string, string>>,
    { largestFileKiB, under = [] }: ProcessOptions = {},
  ): Promise<ServerProcess> {
    const limit = `ulimit -f ${largestFileKiB ?? 'unlimited'}; exec "$0" "$@"`;
    const [command, ...words] = [...under, 'bash', '-c', limit, process.execPath, 'dist/main.js'] as const;
    const child = spawn(command, words, {
      env: {
        ...programEnvironment(),
        ...answersEnvironment(),
        CONFIG_FILE: '/dev/null',
        PORT: '0',
        LOG_LEVEL: 'error',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const started = LISTENING.exec(output);
        if (started !== null) resolve(started[1] ?? '');
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('close', (exitCode) => {
        reject(new FailedStart(output, exitCode));
      });
    });
    return new ServerProcess(child, url, () => output);
  }

  /** Closes its output pipe, like a pager or `tee` that has exited. */
  closeOutput(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  /** Kills the process, or sends another signal, and waits until it has exited. Returns its exit code. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const closed = once(this.child, 'close');
    this.child.kill(signal);
    await closed;
    return this.child.exitCode;
  }
}
