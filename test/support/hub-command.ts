import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { CommandOutcome } from './server-home.js';

const PROGRAM = join(process.cwd(), 'dist/cli/main.js');

/** The variables of a command that asks a hub; nothing of the environment of the tests. */
export interface HubCommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs a command that asks a hub, as a pipeline does: without configuration or database. */
export const hubCommand = (
  words: readonly string[],
  { cwd, env = {}, input = '' }: HubCommandOptions,
): Promise<CommandOutcome> =>
  new Promise((resolve) => {
    const options = {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: 'postgres://nobody@192.0.2.1:1/none', ...env },
      maxBuffer: 64 * 1024 * 1024,
    };
    const child = execFile(process.execPath, [PROGRAM, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    // The command may exit without reading.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
