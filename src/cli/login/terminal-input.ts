import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { CommandFailure } from '../command-failure.js';

/** Asks the person at the terminal, on standard error: standard output may be a file. */
export class TerminalInput {
  private lines: string[] | undefined;

  /** Whether somebody can be asked. */
  get isInteractive(): boolean {
    return process.stdin.isTTY;
  }

  /**
   * Asks for a line.
   * @param isSecret what is typed is not shown
   * @throws CommandFailure where nobody can be asked
   */
  async ask(question: string, isSecret = false): Promise<string> {
    if (!this.isInteractive) throw new CommandFailure(`there is no terminal to ask for: ${question}`);
    process.stderr.write(`${question}: `);
    const echo = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!isSecret) process.stderr.write(chunk);
        done();
      },
    });
    const reader = createInterface({ input: process.stdin, output: echo, terminal: true });
    try {
      return await new Promise<string>((resolve, reject) => {
        reader.once('line', resolve);
        reader.once('SIGINT', () => reject(new CommandFailure('interrupted')));
        reader.once('close', () => reject(new CommandFailure('the input ended')));
      });
    } finally {
      reader.close();
      if (isSecret) process.stderr.write('\n');
    }
  }

  /** The next line of standard input, for programs that write secrets into it. */
  async line(): Promise<string> {
    this.lines ??= (await text(process.stdin)).split(/\r?\n/);
    return this.lines.shift() ?? '';
  }
}
