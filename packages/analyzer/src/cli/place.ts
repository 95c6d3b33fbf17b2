import { resolve } from 'node:path';
import { ENVIRONMENT } from './environment.js';
import { UsageError } from './usage-error.js';

/**
 * Where a path that somebody wrote leads. `npm run analyze` starts the command at the top of this repository, wherever it was
 * called; npm then says where that was. Other scripts of npm pass that on too, but have gone where they want to be.
 * @throws UsageError when the path is empty
 */
export function placeOf(path: string, environment = ENVIRONMENT): string {
  if (path === '') throw new UsageError('the path is empty; name a file or a folder');
  const { npm_lifecycle_event: script, INIT_CWD: start } = environment;
  return script === 'analyze' && start !== undefined && start !== '' ? resolve(start, path) : resolve(path);
}
