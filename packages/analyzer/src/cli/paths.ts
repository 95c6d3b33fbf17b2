import { resolve } from 'node:path';

/**
 * What the command takes from its environment: where npm was called, and whether colors are wanted. The analyzer has no
 * configuration that it could be injected with, and nothing else of the environment has an influence on it.
 */
// eslint-disable-next-line no-restricted-properties -- the rule is for the server, whose settings are src/config's
export const ENVIRONMENT: Readonly<Record<string, string | undefined>> = process.env;

/** The command was used wrongly. The message says what to do. */
export class UsageError extends Error {}

/**
 * Where a path that somebody wrote leads. `npm run analyze` starts the command at the top of this repository, wherever it was
 * called; npm then says where that was. Other scripts of npm pass that on too, but have gone where they want to be.
 * @throws UsageError when the path is empty
 */
export function resolvePath(path: string, environment = ENVIRONMENT): string {
  if (path === '') throw new UsageError('the path is empty; name a file or a folder');
  const { npm_lifecycle_event: script, INIT_CWD: start } = environment;
  return script === 'analyze' && start !== undefined && start !== '' ? resolve(start, path) : resolve(path);
}
