import { environmentProblem } from '@mcp-hub/client-configurations/variables';
import type { Environment } from '../../../config/user-environment.js';

/** What programs need to start and to find their user's files, on Linux, macOS and Windows. */
const COMMON = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'TZ',
  'LANG',
  'TERM',
  'NO_COLOR',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'USERNAME',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMFILES',
  'PROGRAMDATA',
]);
const LOCALE = /^LC_[A-Z]+$/;

/** The variables of a server, and which that its manifest names and the user has it does not get. */
export interface ServerVariables {
  readonly variables: Readonly<Record<string, string>>;
  readonly withheld: readonly string[];
}

/**
 * The variables that a server gets: common ones, and those that its manifest names. Names are compared without case on
 * Windows, where that is how programs find them.
 */
export function serverVariables(
  environment: Environment,
  named: readonly string[],
  platform = process.platform,
): ServerVariables {
  const fold = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  // No manifest gets those by which runtimes, loaders and package managers choose what they load.
  const withheld = named.filter(
    (name) => !COMMON.has(fold(name)) && environmentProblem([[name, environment[name]]]) !== undefined,
  );
  const wanted = new Set(named.filter((name) => !withheld.includes(name)).map(fold));
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const key = fold(name);
    if (value !== undefined && (COMMON.has(key) || LOCALE.test(key) || wanted.has(key)))
      variables[name] = value;
  }
  const present = new Set(Object.keys(environment).map(fold));
  return { variables, withheld: withheld.filter((name) => present.has(fold(name))) };
}
