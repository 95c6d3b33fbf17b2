import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../refusal.js';
import { BINARY_TYPES, programPath, RUNTIMES, type Runtime } from './runtimes.js';

/** A program that is started. */
export interface Launch {
  /** Absolute. */
  readonly program: string;
  readonly arguments: readonly string[];
  /** The folder of the bundle. */
  readonly folder: string;
}

/** What is started, as a manifest or a package says it. */
export interface StatedLaunch {
  /** `runtime.type`. */
  readonly runtime: string;
  readonly command: readonly string[];
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 100));

/** A path in the bundle, from its root; undefined for what leads elsewhere. */
function inside(word: string): string | undefined {
  const path = word.replace(/^(?:\{bundle\}|\$\{bundle\}|\.)\//, '');
  const isPlain = path !== '' && !/^[/\\-]|[\\:\0]/.test(path);
  return isPlain && !path.split('/').some((part) => part === '..' || part === '') ? path : undefined;
}

/** The absolute path of a file of the bundle that a command names. @throws Refusal */
function fileOf(word: string, folder: string): string {
  const path = inside(word);
  const absolute = path === undefined ? '' : join(folder, path);
  // Bundles have no links, so a file of the folder is a file of the bundle.
  if (path === undefined || lstatSync(absolute, { throwIfNoEntry: false })?.isFile() !== true)
    throw new Refusal(`the command starts ${shown(word)}, which is no file of the bundle`);
  return absolute;
}

/** The words of a runtime's program, with the file that it starts made absolute. @throws Refusal */
function wordsOf(words: readonly string[], runtime: Runtime, folder: string): string[] {
  let at = 0;
  while (runtime.options.has(words[at] ?? '')) at += 1;
  if (runtime.forms.some((isForm) => isForm(words.slice(at), folder))) return [...words];
  const hasSubcommand = runtime.subcommands.includes(words[at] ?? '');
  if (runtime.needsSubcommand === true && !hasSubcommand)
    throw new Refusal(`the command starts ${shown(words[at] ?? '')}, which is no file of the bundle`);
  if (hasSubcommand) at += 1;
  return [...words.slice(0, at), fileOf(words[at] ?? '', folder), ...words.slice(at + 1)];
}

/**
 * What a stated command starts: the program of the declared runtime with a file of the bundle, or a program of the bundle.
 * Everything else is refused, so that a manifest starts no other program of the machine.
 * @param path the folders of programs
 * @throws Refusal
 */
export function launchOf({ runtime: type, command }: StatedLaunch, folder: string, path: string): Launch {
  const [program = '', ...words] = command;
  const runtime = Object.hasOwn(RUNTIMES, type) ? RUNTIMES[type] : undefined;
  if (runtime?.programs.includes(program) === true)
    return { program: programPath([program], path), arguments: wordsOf(words, runtime, folder), folder };
  if (BINARY_TYPES.has(type) && program.includes('/'))
    return { program: fileOf(program, folder), arguments: words, folder };
  const declared = runtime?.programs.join(' or ') ?? `the runtime ${shown(type)}, which is not known,`;
  throw new Refusal(`the command starts ${shown(program)}, and the manifest declares ${declared}`);
}
