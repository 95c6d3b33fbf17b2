import type { CallEvent } from '../../engine/machine.js';
import type { Value } from '../../engine/value.js';
import { argument, maybe, option, surely } from './flows.js';
import { under } from './locations.js';
import names from './names.json' with { type: 'json' };

/** How a program is started: what it is, and the arguments that it gets, as far as they are known. */
export interface Start {
  readonly program: Value;
  readonly given: readonly Value[];
  /** The list that holds the program too, where it is not known what is in it. */
  readonly isOpen?: boolean;
}

type ReadStart = (event: CallEvent) => Start | undefined;

/** The items of a list; what is at a location that is not known comes last. */
export const listed = (list: Value): Value[] =>
  list.objects.flatMap(({ items, rest }) => [...(items ?? []), ...(rest ? [rest] : [])]);

/** The arguments in a list, or the list itself where nothing is known of its items. */
const argumentsOf = (list: Value | undefined): readonly Value[] => {
  if (!list) return [];
  const items = listed(list);
  return list.taints.length > 0 ? [...items, { ...list, objects: [] }] : items;
};

/** `spawn(program, args, options)`, unless a shell reads it. */
const script: ReadStart = (event) => {
  const shell = option(event, 'shell');
  if (shell && !surely(shell, false)) return undefined;
  const [program, list] = event.arguments.positional;
  return program && { program, given: argumentsOf(list) };
};

/** `subprocess.run([program, …])`, unless a shell reads it. */
const pythonList: ReadStart = (event) => {
  if (maybe(event.arguments.named.get('shell'), true)) return undefined;
  const list = argument(event, 0, 'args');
  const [program, ...given] = argumentsOf(list);
  if (!program) return { program: list, given: [] };
  // What firstItem with a spread may begin with any of its items.
  const [first] = list.objects;
  if (list.objects.length === 1 && first?.firstItem) return { program: first.firstItem, given, isOpen: true };
  const isOpen = !list.objects.some(({ items }) => items && items.length > 0);
  return { program, given, isOpen };
};

/** `exec.Command(program, …args)`. */
const spread =
  (from: number): ReadStart =>
  (event) => {
    const { positional, spread: more } = event.arguments;
    const [program, ...given] = positional.slice(from);
    if (!program) return more && { program: more, given: [more], isOpen: true };
    return { program, given: more ? [...given, more] : given };
  };

/** `os.execvp(program, [name, …args])`. */
const replaced =
  (from: number): ReadStart =>
  (event) => {
    const [program, list] = event.arguments.positional.slice(from);
    return program && { program, given: argumentsOf(list).slice(1) };
  };

const TABLE: Readonly<Record<string, ReadStart>> = {
  ...under(names.programStarts.node, script),
  ...under(names.programStarts.python, pythonList),
  ...under(
    [
      'asyncio.create_subprocess_exec',
      'asyncio.subprocess.create_subprocess_exec',
      'os/exec.Command',
      'os.execl',
      'os.execlp',
      'pexpect.spawn',
    ],
    spread(0),
  ),
  ...under(['os/exec.CommandContext', 'os.spawnl', 'os.spawnlp'], spread(1)),
  ...under(
    ['os.execv', 'os.execvp', 'os.execve', 'os.execvpe', 'syscall.Exec', 'os.posix_spawn'],
    replaced(0),
  ),
  ...under(['os.spawnv', 'os.spawnvp', 'os.spawnve'], replaced(1)),
};

/** The calls that start programs, and how each is read. What a package calls may bear the name of what every object has. */
export const STARTS: ReadonlyMap<string, ReadStart> = new Map(Object.entries(TABLE));
