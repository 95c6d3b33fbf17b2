import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const LONGEST_WAIT_MS = 120_000;
const CTRL_C = '\x03';

/** A shell command on a pseudoterminal, created by `script` of util-linux. */
export class Terminal {
  private shown = '';
  private readonly closed: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.shown += chunk.toString()));
    this.closed = once(child, 'close');
  }

  /** Runs a bash command with these additional variables. */
  static run(command: string, variables: Readonly<Record<string, string>>): Terminal {
    return new Terminal(
      spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, SHELL: '/bin/bash', ...variables },
      }),
    );
  }

  /** The output of the command and of the terminal so far. */
  get screen(): string {
    return this.shown.replaceAll('\r\n', '\n');
  }

  pressCtrlC(): void {
    this.child.stdin?.write(CTRL_C);
  }

  /**
   * Waits until the screen matches, and returns the first group.
   * @throws with the screen after two minutes
   */
  async shows(pattern: RegExp): Promise<string> {
    const deadline = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const match = pattern.exec(this.screen);
      if (match) return match[1] ?? '';
      if (performance.now() > deadline || this.child.exitCode !== null) throw new Error(this.screen);
      await wait(20);
    }
  }

  /** Waits until the command has exited. */
  async end(): Promise<void> {
    await this.closed;
  }

  /** Kills what still runs. */
  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    // The pseudoterminal closes with it, which ends the programs on it.
    this.child.kill('SIGKILL');
    await this.closed;
  }
}
