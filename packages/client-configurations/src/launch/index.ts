/** How launchers are read, for tests that compare that with the programs. */
import { BUNX, NPM_EXEC, NPX, PNPM, YARN } from './npm.js';

export type { FlagTable } from './flags.js';
export { launchOfCommand } from './launch-of-command.js';

/** The options of launchers of npm packages. */
export const LAUNCHER_OPTIONS = { npx: NPX, npm: NPM_EXEC, pnpm: PNPM, yarn: YARN, bunx: BUNX };
