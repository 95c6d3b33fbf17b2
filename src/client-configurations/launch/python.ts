import { EXACT, LATEST, local, refused, runs, type Launch, type Reference } from '../server-entry.js';
import { readFlags, valuesOf, type Flags, type FlagTable } from './flags.js';
import { gitAddress } from './repositories.js';

/** A requirement (PEP 508): its name, extras and version. */
const REQUIREMENT = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:\[[\w\s.,-]*\])?\s*(.*)$/s;
/** One exact version: no range, no wildcard, no environment marker. */
const EXACT_VERSION = /^(?:===?|@)\s*v?(\d[A-Za-z0-9.!+_-]*)$/;

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
  values: [
    '--from',
    '--with',
    '-w',
    '-p',
    '--python',
    '--cache-dir',
    '--color',
    '--prerelease',
    '--resolution',
  ],
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
    '-s',
    '--script',
  ],
  values: [
    '--with',
    '-w',
    '-p',
    '--python',
    '--project',
    '--directory',
    '--package',
    '--extra',
    '--group',
    '--cache-dir',
  ],
  refused: INDEX_OPTIONS,
};
const UV: FlagTable = {
  switches: SWITCHES,
  values: ['--directory', '--project', '--cache-dir'],
  refused: INDEX_OPTIONS,
};
const PIPX: FlagTable = {
  switches: ['--no-cache', '--verbose', '-v', '--quiet', '-q', '--pypackages', '--system-site-packages'],
  values: ['--spec', '--python', '--with', '--backend'],
  refused: { ...INDEX_OPTIONS, '--path': 'runs a file of the machine' },
};

const isPath = (text: string): boolean => /^(?:\.{0,2}[/\\]|\.{1,2}$|~|file:|[a-z]:[/\\])/i.test(text);

/** A package as pip names it; undefined for a folder, an archive or another address. */
export function pythonPackage(spec: string): Reference | undefined {
  const text = spec.trim();
  // `name @ git+https://…`
  const address = /^(?:[\w.-]+(?:\[[^\]]*\])?\s*@\s*)?(git\+.*)$/is.exec(text)?.[1];
  if (address !== undefined) return gitAddress(address, '@');
  const [, name, rest = ''] = REQUIREMENT.exec(text) ?? [];
  if (name === undefined || /[:/\\]/.test(text)) return undefined;
  const version = EXACT_VERSION.exec(rest)?.[1];
  if (version !== undefined) return { name: `pypi:${name}`, version, pin: EXACT };
  return /^(?:$|@|[=<>!~;(])/.test(rest)
    ? { name: `pypi:${name}`, version: LATEST, pin: { kind: 'none', prefix: `${name}==` } }
    : undefined;
}

/** The packages that are named, or why one of them is not understood. */
function packages(specs: readonly string[]): Launch {
  const references: Reference[] = [];
  for (const spec of specs) {
    if (isPath(spec)) return local(spec);
    const reference = pythonPackage(spec);
    if (reference === undefined) return refused(`${spec} is not a package with a version, as name==1.2.3`);
    references.push(reference);
  }
  return references.length === 0 ? refused('no package is named') : runs(...references);
}

const listed = (flags: Flags, ...names: readonly string[]): string[] =>
  valuesOf(flags, ...names).flatMap((value) => (/[<>!=~[]/.test(value) ? [value] : value.split(',')));

/** `uvx`, which is `uv tool run`. */
export function uvx(words: readonly string[]): Launch {
  const flags = readFlags(words, UVX);
  if (flags.refused !== undefined) return refused(flags.refused);
  const from = valuesOf(flags, '--from').slice(-1);
  const main = from.length > 0 ? from : flags.rest.slice(0, 1);
  return packages([...main, ...listed(flags, '--with', '-w')]);
}

const FILE = /\.(?:py|pyw|pyz)$|[/\\]/i;
const normalized = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

/** `uv run`: the packages that it adds, and a local program unless the command is the name of one of them. */
function uvRun(words: readonly string[]): Launch {
  const flags = readFlags(words, UV_RUN);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [command = '', ...args] = flags.rest;
  const added = listed(flags, '--with', '-w');
  if (added.length === 0) return local(`uv run ${command}`.trimEnd());
  const launch = packages(added);
  const isPackage = launch.references.some(
    ({ name }) => name === `pypi:${command}` || normalized(name) === normalized(`pypi:${command}`),
  );
  const file = [command, ...args].find((word) => FILE.test(word) && !word.startsWith('-'));
  if (isPackage && file === undefined) return launch;
  return { ...launch, local: file ?? `uv run ${command}`.trimEnd() };
}

/** `uv tool run`, `uv x` and `uv run`. */
export function uv(words: readonly string[]): Launch {
  const flags = readFlags(words, UV);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [command, ...behind] = flags.rest;
  if (command === 'run') return uvRun(behind);
  if (command === 'tool' && behind[0] === 'run') return uvx(behind.slice(1));
  return local(`uv ${command ?? ''}`.trimEnd());
}

/** `pipx run`. */
export function pipx([command, ...words]: readonly string[]): Launch {
  if (command !== 'run') return local(`pipx ${command ?? ''}`.trimEnd());
  const flags = readFlags(words, PIPX);
  if (flags.refused !== undefined) return refused(flags.refused);
  const spec = valuesOf(flags, '--spec').slice(-1);
  return packages([...(spec.length > 0 ? spec : flags.rest.slice(0, 1)), ...listed(flags, '--with')]);
}
