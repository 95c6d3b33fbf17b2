import { PYPI_NAME } from '@mcp-hub/analyzer/package-names';
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
import { readFlags, valuesOf, type Flags, type FlagTable } from './flags.js';
import { PYTHON_VERSION } from './environment.js';
import { commandProblem } from '@mcp-hub/analyzer/launches';
import { isCommandName, isFarAway, runsAnything } from './programs.js';
import { gitAddress } from './repositories.js';
import { withStarted, type Start } from './runners.js';

/** A requirement (PEP 508): its name, extras and version. */
const REQUIREMENT = new RegExp(`^(${PYPI_NAME})(?:\\[[\\w\\s.,-]*\\])?\\s*(.*)$`, 's');
/** One exact version: no range, no wildcard, no environment marker. */
const EXACT_VERSION = /^===?\s*v?(\d[A-Za-z0-9.!+_-]*)$/;
/** The same as `uvx` takes it for a tool; a requirement with `@` names an address or a folder. */
const TOOL_VERSION = /^@v?(\d[A-Za-z0-9.!+_-]*)$/;
/** What installers take for a file of the folder, with any text before it. */
const ARCHIVE = /\.(?:zip|whl|tar|tgz|tbz|txz|tlz|gz|bz2|xz|lzma|lz|Z)$/i;

const OTHER_INDEX = 'takes packages from another index than the one that was analyzed';
const OTHER_CODE = 'adds code that was not analyzed';
const INDEX_OPTIONS = {
  '--index': OTHER_INDEX,
  '--default-index': OTHER_INDEX,
  '-i': OTHER_INDEX,
  '--index-url': OTHER_INDEX,
  '--extra-index-url': OTHER_INDEX,
  '-f': OTHER_INDEX,
  '--find-links': OTHER_INDEX,
  '--pip-args': OTHER_INDEX,
  '--config-file': OTHER_INDEX,
  '--cache-dir': 'takes packages from another folder than the index fills',
  '--overrides': OTHER_CODE,
  '--with-editable': OTHER_CODE,
  '--with-requirements': OTHER_CODE,
  '--with-requirement': OTHER_CODE,
  '--env-file': 'sets variables that may change what runs',
};
const SWITCHES = [
  ...[
    '-q',
    '--quiet',
    '-v',
    '--verbose',
    '-n',
    '--no-cache',
    '--isolated',
    '--refresh',
    '--offline',
    '-U',
    '--upgrade',
  ],
  ...[
    '--native-tls',
    '--system-certs',
    '--no-progress',
    '--no-config',
    '--managed-python',
    '--no-managed-python',
  ],
];
const UVX: FlagTable = {
  switches: SWITCHES,
  values: ['--from', '--with', '-w', '-p', '--python', '--color', '--prerelease', '--resolution'],
  refused: INDEX_OPTIONS,
};
const UV_RUN: FlagTable = {
  switches: [
    ...SWITCHES,
    '--no-project',
    '--frozen',
    '--locked',
    '--no-sync',
    '--all-extras',
    '--no-dev',
    '-m',
    '--module',
  ],
  values: ['--with', '-w', '-p', '--python', '--project', '--directory', '--package', '--extra', '--group'],
  refused: INDEX_OPTIONS,
};
const FOLDER_OPTIONS = ['--directory', '--project'];
const UV: FlagTable = {
  switches: SWITCHES,
  values: FOLDER_OPTIONS,
  refused: INDEX_OPTIONS,
};
const PIPX: FlagTable = {
  switches: ['--no-cache', '--verbose', '-v', '--quiet', '-q'],
  values: ['--spec', '--python', '--with'],
  refused: {
    ...INDEX_OPTIONS,
    '--path': 'runs a file of the machine',
    '--pypackages': 'runs what is in the folder',
    '--system-site-packages': 'adds packages of the machine',
    '--backend': 'chooses what installs the package',
  },
};

const isPath = (text: string): boolean => /^(?:\.{0,2}[/\\]|\.{1,2}$|~|file:|[a-z]:[/\\])/i.test(text);

/**
 * A package as pip names it; undefined for a folder, an archive or another address.
 * @param isTool whether `name@1.2.3` is a version of it, as `uvx` reads what it starts
 */
export function pythonPackage(spec: string, isTool = false): Reference | undefined {
  const text = spec.trim();
  // `name @ git+https://…`
  const address = /^(?:[\w.-]+(?:\[[^\]]*\])?\s*@\s*)?(git\+.*)$/is.exec(text)?.[1];
  if (address !== undefined) return gitAddress(address, '@');
  const [, name, rest = ''] = REQUIREMENT.exec(text) ?? [];
  if (name === undefined || /[:/\\]/.test(text) || ARCHIVE.test(text)) return undefined;
  // An address of a requirement may be a path: `name@1.2.3` is a folder.
  if (rest.startsWith('@') && !(isTool && /^[^\s@]*@[^\s@]*$/.test(text))) return undefined;
  const version = (EXACT_VERSION.exec(rest) ?? TOOL_VERSION.exec(rest))?.[1];
  if (version !== undefined) return { name: `pypi:${name}`, version, pin: EXACT };
  return /^(?:$|@|[=<>!~;(])/.test(rest)
    ? { name: `pypi:${name}`, version: LATEST, pin: { kind: 'none', prefix: `${name}==` } }
    : undefined;
}

const INTERPRETER = 'the option --python names no version, but what may be any program';

/** Options of which the value decides, as a reason. */
const interpreterProblem = (flags: Flags): string | undefined =>
  valuesOf(flags, '-p', '--python').every((value) => PYTHON_VERSION.test(value)) ? undefined : INTERPRETER;

/**
 * The packages that are named, or why one of them is not understood.
 * @param tools how many of the first ones are tools
 */
function packages(specs: readonly string[], tools = 0): Launch {
  const references: Reference[] = [];
  for (const [at, spec] of specs.entries()) {
    if (isPath(spec)) return local(spec);
    const reference = pythonPackage(spec, at < tools);
    if (reference === undefined) return refused(`${spec} is not a package with a version, as name==1.2.3`);
    references.push(reference);
  }
  return references.length === 0 ? refused('no package is named') : runs(...references);
}

const listed = (flags: Flags, ...names: readonly string[]): string[] =>
  valuesOf(flags, ...names).flatMap((value) => (/[<>!=~[]/.test(value) ? [value] : value.split(',')));

/** The packages of an environment, and the program that is started in it. */
function inEnvironment(
  flags: Flags,
  main: readonly string[],
  added: readonly string[],
  start: Start,
  tools = 0,
): Launch {
  const problem = flags.refused ?? interpreterProblem(flags);
  if (problem !== undefined) return refused(problem);
  const [command] = flags.rest;
  if (command === undefined) return refused('no command is given');
  // `uvx python` is the interpreter, and no package.
  if (main.length === 0 && runsAnything(command.replace(/@.*$/, ''))) return local(command);
  const launch = packages([...(main.length > 0 ? main : [command]), ...added], tools);
  if (launch.refused !== undefined || launch.local !== undefined) return launch;
  const [own] = launch.references;
  if (own === undefined || (main.length > 0 && !isCommandName(command))) return { ...launch, local: command };
  // Without --from, the command is called like the package: `uvx name` fails, or finds one of the machine, if it has none.
  const name = main.length > 0 ? command : own.name.replace(/^pypi:/, '');
  const commands = own.name.startsWith('pypi:') || main.length > 0 ? [{ command: name, of: [own] }] : [];
  return withStarted(withUses(launch, { commands }), [own], flags.rest.slice(1), start);
}

/** `uvx`, which is `uv tool run`. */
export function uvx(words: readonly string[], start: Start): Launch {
  const flags = readFlags(words, UVX);
  return inEnvironment(flags, valuesOf(flags, '--from').slice(-1), listed(flags, '--with', '-w'), start, 1);
}

/**
 * `uv run`: the packages that it adds, and a local program: the project, its interpreter and the modules of the folder come
 * before what the packages have.
 */
function uvRun(words: readonly string[], start: Start): Launch {
  const flags = readFlags(words, UV_RUN);
  const problem = flags.refused ?? interpreterProblem(flags);
  if (problem !== undefined) return refused(problem);
  const [script = ''] = flags.rest;
  if (isFarAway(script)) return refused(`uv run fetches ${script}`);
  const added = listed(flags, '--with', '-w');
  const launch = added.length === 0 ? runs() : packages(added);
  if (launch.refused !== undefined) return launch;
  const program = { name: `pypi:${script}`, version: LATEST, pin: EXACT };
  // What its program starts counts, too: `uv run fastmcp run https://…`.
  const args = flags.rest.slice(1);
  const started = args.length === 0 ? launch : withStarted(launch, [program], args, start);
  if (started.refused !== undefined) return started;
  return { ...started, local: launch.local ?? `uv run ${script}`.trimEnd() };
}

/** `uv tool run`, `uv x` and `uv run`. */
export function uv(words: readonly string[], start: Start): Launch {
  const flags = readFlags(words, UV);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [command, ...behind] = flags.rest;
  if (command === 'run') return uvRun(behind, start);
  if (command === 'tool' && behind[0] === 'run') {
    // Its settings, and the interpreter that it names, are taken from there.
    const [folder] = flags.options.find(([name]) => FOLDER_OPTIONS.includes(name)) ?? [];
    return folder === undefined
      ? uvx(behind.slice(1), start)
      : refused(`the option ${folder} starts in another folder`);
  }
  return refused(commandProblem('uv', command) ?? 'uv is not understood');
}

/** `pipx run`. */
export function pipx([command, ...words]: readonly string[], start: Start): Launch {
  if (command !== 'run') return refused(commandProblem('pipx', command) ?? 'pipx is not understood');
  const flags = readFlags(words, PIPX);
  return inEnvironment(flags, valuesOf(flags, '--spec').slice(-1), listed(flags, '--with'), start);
}
