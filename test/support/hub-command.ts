import { runInHost, type CommandOutcome } from './command-host.js';

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
  runInHost({
    words,
    environment: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: 'postgres://nobody@192.0.2.1:1/none',
      ...env,
    },
    input,
    cwd,
  });
