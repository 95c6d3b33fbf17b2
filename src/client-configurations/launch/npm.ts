import { valid } from 'semver';
import { EXACT, LATEST, local, refused, runs, type Launch, type Reference } from '../server-entry.js';
import { readFlags, valuesOf, type FlagTable } from './flags.js';
import { gitAddress, repository } from './repositories.js';
import { remoteServer } from './remote.js';

const NAME = /^(?:@[A-Za-z0-9~_-][A-Za-z0-9._~-]*\/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]*$/;
const SHORTHAND = /^(?:github:)?([\w-]+\/[\w.-]+)(?:#(.+))?$/;
/** The package that connects clients to the address in its first argument. */
const BRIDGE = 'mcp-remote';

const OTHER_REGISTRY = 'takes packages from another registry than the one that was analyzed';
const SHELL = 'runs a line of a shell';
const REFUSED = {
  '--registry': OTHER_REGISTRY,
  '--userconfig': OTHER_REGISTRY,
  '--globalconfig': OTHER_REGISTRY,
  '--prefix': 'runs what is installed in another folder',
  '--node-options': 'changes what Node.js loads',
  '--script-shell': SHELL,
  '--call': SHELL,
  '-c': SHELL,
  '--shell-mode': SHELL,
};

const NPX: FlagTable = {
  switches: ['-y', '--yes', '-q', '--quiet', '--silent', '-s', '--no-install', '--no', '--prefer-offline'],
  values: ['-p', '--package', '--loglevel', '--cache'],
  refused: REFUSED,
};
const DLX: FlagTable = {
  switches: ['-s', '--silent', '-q', '--quiet', '-y', '--yes'],
  values: ['-p', '--package', '--reporter', '--loglevel', '--cpu', '--os', '--libc'],
  refused: REFUSED,
};
const BUNX: FlagTable = {
  switches: ['--bun', '--no-install', '--verbose', '--silent', '-y', '--yes'],
  values: ['-p', '--package'],
  refused: REFUSED,
};
// npm reads its own options also behind the package, up to `--`.
const NPM_EXEC: FlagTable = { ...NPX, interleaved: true };

/** A package as npm names it; undefined for a folder, an archive or an alias. */
export function npmPackage(spec: string): Reference | undefined {
  if (/^git\+https:/i.test(spec)) return gitAddress(spec, '#');
  const [, path, ref] = spec.startsWith('@') ? [] : (SHORTHAND.exec(spec) ?? []);
  if (path !== undefined) return repository(`https://github.com/${path}`, ref);
  const at = spec.lastIndexOf('@');
  const [name, version] = at < 1 ? [spec, ''] : [spec.slice(0, at), spec.slice(at + 1)];
  if (!NAME.test(name)) return undefined;
  const exact = valid(version);
  const isAlias = /[:/]/.test(version);
  if (isAlias) return undefined;
  return exact === null
    ? { name: `npm:${name}`, version: LATEST, pin: { kind: 'none', prefix: `${name}@` } }
    : { name: `npm:${name}`, version: exact, pin: EXACT };
}

const isFolder = (spec: string): boolean => /^(?:\.{0,2}[/\\]|\.{1,2}$|~|file:|[a-z]:[/\\])/i.test(spec);

function launchOf(table: FlagTable, words: readonly string[], started: readonly string[] = []): Launch {
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
  if (references.some(({ name }) => name === `npm:${BRIDGE}`)) {
    const bridged = remoteServer(others[0] ?? '');
    if (bridged.refused !== undefined) return bridged;
    references.push(...bridged.references);
  }
  return runs(...references);
}

/** `npx`, and `pnpx`, which works alike. */
export const npx = (words: readonly string[]): Launch => launchOf(NPX, words);
export const pnpx = (words: readonly string[]): Launch => launchOf(DLX, words);
export const bunx = (words: readonly string[]): Launch => launchOf(BUNX, words);

/** `npm exec` and `npm x`; other commands of npm run scripts of the folder. */
export function npm([command, ...words]: readonly string[]): Launch {
  if (command === 'exec' || command === 'x') return launchOf(NPM_EXEC, words);
  return command?.startsWith('-') === true
    ? refused(`the option ${command} is not understood; write it behind "npm exec"`)
    : local(`npm ${command ?? ''}`.trimEnd());
}

/** `pnpm dlx` and `yarn dlx`; pnpm accepts `--package` before the command, too. */
export function dlx(program: string, words: readonly string[]): Launch {
  const flags = readFlags(words, DLX);
  if (flags.refused !== undefined) return refused(flags.refused);
  const [command, ...behind] = flags.rest;
  return command === 'dlx'
    ? launchOf(DLX, behind, valuesOf(flags, '-p', '--package'))
    : local(`${program} ${command ?? ''}`.trimEnd());
}

/** `bun x`; other commands of Bun run files of the machine. */
export function bun([command, ...words]: readonly string[]): Launch {
  if (command === 'x') return launchOf(BUNX, words);
  return local(`bun ${command ?? ''}`.trimEnd());
}
