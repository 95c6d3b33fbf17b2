import { lstatSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { HARMLESS_OPTIONS } from '../../../common/values/runtime-options.js';
import { Refusal } from '../refusal.js';

/** What starts the files of a bundle. */
export interface Runtime {
  /** The names of the program, as manifests write it. */
  readonly programs: readonly string[];
  /** Options before the file that change nothing about which code runs. */
  readonly options: ReadonlySet<string>;
  /** Commands of the program before the file, as `run`; with `required`, one of them must be there. */
  readonly subcommands: readonly string[];
  readonly needsSubcommand?: true;
  /** What manifests say instead of a file: whether words start code of the bundle in a folder. */
  readonly forms: readonly ((words: readonly string[], folder: string) => boolean)[];
}

const NONE: ReadonlySet<string> = new Set();

const MODULE = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** Whether Python finds a module in a folder, before it looks anywhere else. */
function hasModule(folder: string, module: string, files: readonly string[]): boolean {
  const path = join(folder, ...module.split('.'));
  return MODULE.test(module) && files.some((ending) => isFile(`${path}${ending}`));
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** A module of the bundle: the working folder comes first where Python looks for it. */
const startsModule = ([option, module = '']: readonly string[], folder: string): boolean =>
  option === '-m' && hasModule(folder, module, ['.py', '/__main__.py']);

/** What the hub writes for a console script: a function of a module of the bundle. */
const CONSOLE_SCRIPT =
  /^import sys; sys\.path\.insert\(0, '(\.|[A-Za-z0-9_@][A-Za-z0-9_@.+-]*(?:\/[A-Za-z0-9_@.+-]+)*)'\); from ([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*) import ([A-Za-z_]\w*); sys\.exit\(\3\(\)\)$/;

function startsScript([option, code = '']: readonly string[], folder: string): boolean {
  const [, root, module = ''] = option === '-c' ? (CONSOLE_SCRIPT.exec(code) ?? []) : [];
  if (root === undefined || root.split('/').includes('..')) return false;
  return hasModule(join(folder, root), module, ['.py', '/__init__.py']);
}

const FOLDER = /^[A-Za-z0-9_@][A-Za-z0-9_@.+-]*(?:\/[A-Za-z0-9_@.+-]+)*$/;

/** `go run ./folder`, and `go -C folder run ./folder`. */
function runsPackage(words: readonly string[]): boolean {
  const [first, folder = ''] = words;
  const rest = first === '-C' ? words.slice(2) : words;
  const isInside = first !== '-C' || (FOLDER.test(folder) && !folder.split('/').includes('..'));
  const [run, path = ''] = rest;
  return isInside && run === 'run' && /^\.(?:\/[\w@.+-]+)*\/?$/.test(path) && !path.split('/').includes('..');
}

/** The runtimes that manifests declare, by `runtime.type`. */
export const RUNTIMES: Readonly<Record<string, Runtime>> = {
  node: {
    programs: ['node'],
    options: HARMLESS_OPTIONS.node,
    subcommands: [],
    forms: [],
  },
  python: {
    programs: ['python3', 'python'],
    options: HARMLESS_OPTIONS.python,
    subcommands: [],
    forms: [startsModule, startsScript],
  },
  go: { programs: ['go'], options: NONE, subcommands: ['run'], needsSubcommand: true, forms: [runsPackage] },
  bun: { programs: ['bun'], options: NONE, subcommands: ['run'], forms: [] },
};

/** Manifests of programs that need nothing else say one of these. */
export const BINARY_TYPES: ReadonlySet<string> = new Set(['binary', 'native', 'executable', 'none']);

/**
 * The path of a runtime's program. Only absolute folders of `PATH` are searched: others would be folders of wherever the
 * client was started.
 * @throws Refusal
 */
export function programPath(names: readonly string[], path: string, platform = process.platform): string {
  const endings = platform === 'win32' ? ['.exe'] : [''];
  for (const folder of path.split(delimiter).filter((each) => isAbsolute(each)))
    for (const name of names)
      for (const ending of endings) {
        const candidate = join(folder, `${name}${ending}`);
        const found = statSync(candidate, { throwIfNoEntry: false });
        if (found?.isFile() === true && (platform === 'win32' || (found.mode & 0o111) !== 0))
          return candidate;
      }
  throw new Refusal(`${names[0] ?? ''} is not installed, which this server needs; install it, or set PATH`);
}
