import { resolve } from 'node:path';

/**
 * The command reads two things from its environment: where npm was called, and whether colors are wanted. The analyzer has no
 * configuration to inject these with, and no other variable affects it.
 */
// eslint-disable-next-line no-restricted-properties -- the rule is for the server, whose settings are src/config's
export const ENVIRONMENT: Readonly<Record<string, string | undefined>> = process.env;

/** The command was misused. The message says what to do. */
export class UsageError extends Error {}

/**
 * Resolves a path given by the user. `npm run analyze` runs the command in the root of this repository, and npm reports the
 * caller's working directory in a variable. Other npm scripts set the variable too, but their working directory is already right.
 * @throws UsageError when the path is empty
 */
export function resolvePath(path: string, environment = ENVIRONMENT): string {
  if (path === '') throw new UsageError('the path is empty; name a file or a folder');
  const { npm_lifecycle_event: script, INIT_CWD: start } = environment;
  return script === 'analyze' && start !== undefined && start !== '' ? resolve(start, path) : resolve(path);
}
