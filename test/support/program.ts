import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export interface ProgramOptions {
  /** Whether it accepts requests; polled until it does. */
  readonly isUp: () => Promise<boolean>;
  /** The user that it runs as, when it is not the current one. */
  readonly user?: number | undefined;
}

const ASK_EVERY_MS = 20;

/** A third-party server as a child process of the test. */
export class Program {
  private constructor(private readonly child: ChildProcess) {}

  /**
   * Starts it and waits until it is up.
   * @throws with its output when it exits before
   */
  static async start(
    command: string,
    words: readonly string[],
    { isUp, user }: ProgramOptions,
  ): Promise<Program> {
    const child = spawn(command, words, {
      // The tests' working directory may be inaccessible to another user.
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user !== undefined && { uid: user, gid: user }),
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    }
    let ended = false;
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => {
        ended = true;
        reject(new Error(`${command} ended: ${printed}`));
      });
    });
    failed.catch(() => undefined);
    const started = async (): Promise<void> => {
      while (!ended && !(await isUp())) await wait(ASK_EVERY_MS);
    };
    await Promise.race([started(), failed]);
    return new Program(child);
  }

  /** Sends a signal and waits until it has exited. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
  }
}
