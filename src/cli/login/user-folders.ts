import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { Environment } from '../../config/user-environment.js';

/** The system and person whose folders are meant. */
export interface UserOfSystem {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  readonly home: string;
}

/** Where a user's files lie. */
export interface UserFolders {
  /** The login, and the decisions that were read last. */
  readonly configuration: string;
  /** What can be fetched again. */
  readonly cache: string;
}

const NAME = 'mcp-hub';

/** The user of this process. */
export const thisUser = (environment: Environment): UserOfSystem => ({
  platform: process.platform,
  environment,
  home: homedir(),
});

/**
 * The folders of a user, by the rules of the system: those of XDG on Linux and others, `Library` on macOS, `APPDATA` and
 * `LOCALAPPDATA` on Windows. A variable that has no absolute path is ignored, as XDG says.
 */
export function userFolders({ platform, environment, home }: UserOfSystem): UserFolders {
  if (platform === 'win32') {
    const local = absolute(win32, environment['LOCALAPPDATA']) ?? win32.join(home, 'AppData', 'Local');
    const roaming = absolute(win32, environment['APPDATA']) ?? win32.join(home, 'AppData', 'Roaming');
    return { configuration: win32.join(roaming, NAME), cache: win32.join(local, NAME, 'Cache') };
  }
  const configuration = absolute(posix, environment['XDG_CONFIG_HOME']);
  const cache = absolute(posix, environment['XDG_CACHE_HOME']);
  const isMac = platform === 'darwin';
  const library = posix.join(home, 'Library');
  return {
    configuration: posix.join(
      configuration ?? (isMac ? posix.join(library, 'Application Support') : posix.join(home, '.config')),
      NAME,
    ),
    cache: posix.join(cache ?? (isMac ? posix.join(library, 'Caches') : posix.join(home, '.cache')), NAME),
  };
}

const absolute = (path: typeof posix, value: string | undefined): string | undefined =>
  value !== undefined && path.isAbsolute(value) ? value : undefined;
