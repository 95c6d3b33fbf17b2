import { isInstalledNpmName } from '@mcp-hub/analyzer/package-names';
import { valid } from 'semver';
import {
  EXACT,
  LATEST,
  local,
  refused,
  runs,
  withUses,
  type Launch,
  type Reference,
} from '../server-entry.js';
import { readFlags, valuesOf, type FlagTable } from './flags.js';
import { commandProblem } from '@mcp-hub/analyzer/launches';
import { gitAddress, repository } from './repositories.js';
import { isCommandName, packagesWith } from './programs.js';
import { withStarted, type Start } from './runners.js';

const SHORTHAND = /^(?:github:)?([\w-]+\/[\w.-]+)(?:#(.+))?$/;

const OTHER_REGISTRY = 'takes packages from another registry than the one that was analyzed';
const SHELL = 'runs a line of a shell';
const OTHER_CACHE = 'takes packages from another folder than the registry fills';
const REFUSED = {
  '--registry': OTHER_REGISTRY,
  '--userconfig': OTHER_REGISTRY,
  '--globalconfig': OTHER_REGISTRY,
  '--cache': OTHER_CACHE,
  '--prefix': 'runs what is installed in another folder',
  '--node-options': 'changes what Node.js loads',
  '--script-shell': SHELL,
  '--call': SHELL,
  '-c': SHELL,
  '--shell-mode': SHELL,
};

/** The options of `npx`, `pnpm dlx` with `yarn dlx`, and `bunx`, compared with what these programs do by a test. */
export const NPX: FlagTable = {
  // Not `--no`, which npx does not know: it takes the next word as its value, and reads options behind the package as npm's.
  switches: ['-y', '--yes', '-q', '--quiet', '--silent', '-s', '--no-install', '--prefer-offline'],
  values: ['-p', '--package', '--loglevel'],
  refused: REFUSED,
};
// Not `-p`, which means another option to pnpm, so that the next word is what runs.
export const PNPM: FlagTable = {
  switches: ['-s', '--silent', '-q', '--quiet'],
  values: ['--package', '--reporter', '--loglevel', '--cpu', '--os', '--libc'],
  refused: REFUSED,
};
export const YARN: FlagTable = {
  switches: ['-q', '--quiet'],
  values: ['-p', '--package'],
  refused: REFUSED,
};
export const BUNX: FlagTable = {
  switches: ['--bun', '--no-install', '--verbose', '--silent', '-y', '--yes'],
  values: ['-p', '--package'],
  refused: REFUSED,
};
// npm reads its own options also behind the package, up to `--`, and `-p` as another one than npx.
export const NPM_EXEC: FlagTable = { ...NPX, values: ['--package', '--loglevel'], interleaved: true };

/** An exact version as all launchers read it: without build metadata, which some leave out and others look for in a file. */
const VERSION = /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/;
/** What npm takes for a file of the folder, anywhere in the name of a package. */
const ARCHIVE = /\.(?:tgz|tar|tar\.gz)(?:$|@)/i;

/** A package as npm names it; undefined for a folder, an archive or an alias. */
export function npmPackage(spec: string): Reference | undefined {
  if (/^git\+https:/i.test(spec)) return gitAddress(spec, '#');
  const [, path, ref] = spec.startsWith('@') ? [] : (SHORTHAND.exec(spec) ?? []);
  if (path !== undefined) return repository(`https://github.com/${path}`, ref);
  const at = spec.lastIndexOf('@');
  const [name, version] = at < 1 ? [spec, ''] : [spec.slice(0, at), spec.slice(at + 1)];
  if (!isInstalledNpmName(name) || ARCHIVE.test(spec)) return undefined;
  const exact = valid(VERSION.exec(version)?.[1]);
  const isAlias = /[:/]/.test(version);
  if (isAlias) return undefined;
  return exact === null
    ? { name: `npm:${name}`, version: LATEST, pin: { kind: 'none', prefix: `${name}@` } }
    : { name: `npm:${name}`, version: exact, pin: EXACT };
}

const isFolder = (spec: string): boolean => /^(?:\.{0,2}[/\\]|\.{1,2}$|~|file:|[a-z]:[/\\])/i.test(spec);

function launchOf(
  table: FlagTable,
  words: readonly string[],
  start: Start,
  started: readonly string[] = [],
): Launch {
  const flags = readFlags(words, table);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [first, ...others] = flags.rest;
  const named = [...started, ...valuesOf(flags, '-p', '--package')];
  const specs = named.length > 0 ? named : first === undefined ? [] : [first];
  if (specs.length === 0) return refused('no package is named');
  const references: Reference[] = [];
  for (const spec of specs) {
    if (isFolder(spec)) return local(spec);
    const reference = npmPackage(spec);
    if (reference === undefined) return refused(`${spec} is not a package with a version, as name@1.2.3`);
    references.push(reference);
  }
  const launch = runs(...references);
  if (named.length === 0) return withStarted(launch, references, others, start);
  if (first === undefined) return refused('no command is given');
  if (!isCommandName(first)) return { ...launch, local: first };
  return withStarted(
    withUses(launch, { commands: [{ command: first, of: references }] }),
    packagesWith(first, references),
    others,
    start,
  );
}

/** Commands that run what is installed, or scripts of the folder. */
function otherCommand(launcher: string, command: string | undefined): Launch {
  const problem = commandProblem(launcher, command);
  return problem === undefined ? local(`${launcher} ${command ?? ''}`.trimEnd()) : refused(problem);
}

/** `npx`, and `pnpx`, which works alike. */
export const npx = (words: readonly string[], start: Start): Launch => launchOf(NPX, words, start);
export const pnpx = (words: readonly string[], start: Start): Launch => launchOf(PNPM, words, start);
export const bunx = (words: readonly string[], start: Start): Launch => launchOf(BUNX, words, start);

/** `npm exec` and `npm x`; other commands of npm run scripts of the folder. */
export function npm([command, ...words]: readonly string[], start: Start): Launch {
  if (command === 'exec' || command === 'x') return launchOf(NPM_EXEC, words, start);
  return otherCommand('npm', command);
}

/** `pnpm dlx`, which accepts `--package` before the command, too, and `yarn dlx`. */
export function dlx(program: 'pnpm' | 'yarn', words: readonly string[], start: Start): Launch {
  const table = program === 'pnpm' ? PNPM : YARN;
  const flags = readFlags(words, table);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [command, ...behind] = flags.rest;
  return command === 'dlx'
    ? launchOf(table, behind, start, valuesOf(flags, '-p', '--package'))
    : otherCommand(program, command);
}

/** `bun x`; other commands of Bun run files of the machine. */
export function bun([command, ...words]: readonly string[], start: Start): Launch {
  if (command === 'x') return launchOf(BUNX, words, start);
  return otherCommand('bun', command);
}
