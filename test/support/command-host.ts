import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from './server-process.js';

/** The output of a command, and its exit code. */
export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What is run. */
interface Command {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly input: string;
  readonly cwd: string;
}

const HOST = fileURLToPath(new URL('command-host.mjs', import.meta.url));

/** One of the outputs of the process, which ends each command with a mark. */
class Output {
  private text = '';
  private readonly waiting: { readonly mark: string; readonly resolve: (text: string) => void }[] = [];

  constructor(stream: Readable) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      this.text += text;
      this.check();
    });
  }

  /** Everything until the mark. */
  until(mark: string): Promise<string> {
    return new Promise((resolve) => {
      this.waiting.push({ mark, resolve });
      this.check();
    });
  }

  private check(): void {
    const [next] = this.waiting;
    if (next === undefined || !this.text.includes(next.mark)) return;
    const at = this.text.indexOf(next.mark);
    this.waiting.shift();
    next.resolve(this.text.slice(0, at));
    this.text = this.text.slice(at + next.mark.length);
  }
}

/** Runs administration commands in a process that has loaded them already (command-host.mjs), one at a time. */
class CommandHost {
  private last: Promise<unknown> = Promise.resolve();
  private readonly stdout: Output;
  private readonly stderr: Output;

  private constructor(
    private readonly child: ChildProcess,
    private readonly end: string,
    streams: { readonly stdout: Readable; readonly stderr: Readable },
  ) {
    this.stdout = new Output(streams.stdout);
    this.stderr = new Output(streams.stderr);
  }

  static async start(): Promise<CommandHost> {
    const child = fork(HOST, { env: programEnvironment(), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('the process has pipes');
    // One that has ended runs no more commands.
    child.once('exit', () => (host = undefined));
    const [{ end }] = (await once(child, 'message')) as [{ end: string }];
    // The tests may end while it waits for commands; it ends with them.
    child.unref();
    for (const each of [child.channel, stdout, stderr]) (each as unknown as { unref(): void }).unref();
    return new CommandHost(child, end, { stdout, stderr });
  }

  run(command: Command): Promise<CommandOutcome> {
    const outcome = this.last.then(() => this.runNow(command));
    this.last = outcome.catch(() => undefined);
    return outcome;
  }

  private async runNow(command: Command): Promise<CommandOutcome> {
    this.child.send(command);
    const alive = setInterval(() => undefined, 60_000);
    const ended = new AbortController();
    try {
      const died = once(this.child, 'exit', { signal: ended.signal }).then(() => {
        throw new Error(`the process ended at: ${command.words.join(' ')}`);
      });
      const answered = Promise.all([
        once(this.child, 'message', { signal: ended.signal }),
        this.stdout.until(this.end),
        this.stderr.until(this.end),
      ]);
      const [[{ code }], stdout, stderr] = await Promise.race([answered, died]);
      return { code, stdout, stderr };
    } finally {
      ended.abort();
      clearInterval(alive);
    }
  }
}

let host: Promise<CommandHost> | undefined;

/** Runs an administration command as a process does, in one that has run others before. */
export async function runInHost(command: Command): Promise<CommandOutcome> {
  host ??= CommandHost.start();
  return (await host).run(command);
}
