import { isObject } from '../../../common/values/json.js';
import type { BundleLayout } from './bundle-layout.js';

/** How a command line names the file that an interpreter runs. */
interface Interpreter {
  /** The word that comes before the file. */
  readonly subcommand?: { readonly word: string; readonly isOptional: boolean };
  /** Files that it takes for files even without a slash, and not for subcommands or names of packages. */
  readonly files: RegExp;
  /** Whether `-m` names a module. */
  readonly modules?: boolean;
  /** Whether another interpreter may follow the subcommand. */
  readonly starts?: readonly string[];
}

const SCRIPTS = /\.[cm]?[jt]sx?$/;
const PYTHON: Interpreter = { files: /\.py$/, modules: true };
const OPTIONAL_RUN = { word: 'run', isOptional: true };

/** Programs that run the file they are given. */
const INTERPRETERS = new Map<string, Interpreter>([
  ['node', { files: SCRIPTS }],
  ['tsx', { files: SCRIPTS }],
  ['python', PYTHON],
  ['python3', PYTHON],
  ['bun', { subcommand: OPTIONAL_RUN, files: SCRIPTS }],
  ['deno', { subcommand: OPTIONAL_RUN, files: SCRIPTS }],
  [
    'uv',
    {
      subcommand: { word: 'run', isOptional: false },
      files: /\.py$/,
      starts: ['python', 'python3', 'node'],
    },
  ],
]);

/** A module that Python never reads from a file, and that runs any other one. */
const RUNS_OTHERS = 'runpy';

/**
 * Whether what clients start, by a manifest that the hub did not write, is a file of the bundle: only that was analyzed.
 * A manifest without a command starts nothing.
 */
export function startsBundle(manifest: unknown, layout: BundleLayout): boolean {
  if (!isObject(manifest) || hasOtherSpelling(manifest, 'entrypoint')) return false;
  const { entrypoint } = manifest;
  if (entrypoint === undefined || entrypoint === null) return true;
  if (!isObject(entrypoint) || hasOtherSpelling(entrypoint, 'command')) return false;
  const { command } = entrypoint;
  if (command === undefined || command === null) return true;
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return false;
  const [program = '', ...words] = command;
  // A name without a slash is looked up among the programs of the machine, whatever the bundle contains.
  if (program.includes('/')) return isFile(program, layout);
  return program === 'go' ? isGoProgram(words, layout) : interprets(program, words, layout);
}

/** Clients written in Go read a field in any spelling. */
const hasOtherSpelling = (object: object, field: string): boolean =>
  Object.keys(object).some((key) => key !== field && key.toLowerCase() === field);

function interprets(program: string, words: readonly string[], layout: BundleLayout): boolean {
  const interpreter = INTERPRETERS.get(program);
  if (interpreter === undefined) return false;
  const { subcommand, files, modules = false, starts = [] } = interpreter;
  const isNamed = subcommand !== undefined && words[0] === subcommand.word;
  if (subcommand?.isOptional === false && !isNamed) return false;
  const [first = '', ...rest] = isNamed ? words.slice(1) : words;
  if (starts.includes(first)) return interprets(first, rest, layout);
  // Any other option before the file could load or evaluate other code.
  if (first === '-m') return modules && isModule(rest[0] ?? '', layout);
  return (first.includes('/') || files.test(first)) && isFile(first, layout);
}

/** Whether Python finds a module in the folder of the bundle before it looks anywhere else. */
function isModule(module: string, layout: BundleLayout): boolean {
  const path = module.replaceAll('.', '/');
  return module !== RUNS_OTHERS && [`${path}.py`, `${path}/__main__.py`].some((file) => isFile(file, layout));
}

/** `go run` with a file or a folder of the bundle; anything else is the address of a module. */
function isGoProgram([subcommand, path = '']: readonly string[], layout: BundleLayout): boolean {
  if (subcommand !== 'run') return false;
  if (path.endsWith('.go')) return isFile(path, layout);
  if (!path.startsWith('./') || !isWithin(path)) return false;
  const folder = withoutDot(path).replace(/\/?$/, '/').replace(/^\/$/, '');
  return [...layout].some((file) => file.startsWith(folder) && file.endsWith('.go'));
}

const isFile = (path: string, layout: BundleLayout): boolean =>
  isWithin(path) && layout.has(withoutDot(path));

/** A path below the bundle's folder, and no option or address: entries of an archive can have such names, too. */
const isWithin = (path: string): boolean => !/^[/-]|[:\\]|\/\//.test(path) && !path.split('/').includes('..');

const withoutDot = (path: string): string => path.replace(/^(\.\/)+/, '');
