import type { CallEvent } from '../../engine/events.js';
import { taintsHere } from '../../engine/values/derive.js';
import { type Value, maybe, surely } from '../../engine/values/value.js';
import { valuesWithin } from '../../engine/values/within.js';
import { argument, named, option } from '../../engine/expressions/call-arguments.js';
import { byName, fieldAmong } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

/** A started program and its arguments, as far as they are known. */
export interface Start {
  readonly program: Value;
  readonly given: readonly Value[];
  /** Whether the program is an item of a list whose content is unknown. */
  readonly isOpen?: boolean;
}

type ReadStart = (event: CallEvent) => Start | undefined;

/** The items of a list; items at unknown indexes come last. */
export const listed = (list: Value): Value[] =>
  list.objects.flatMap(({ items, rest }) => [...(items ?? []), ...(rest ? [rest] : [])]);

/** The arguments in a list, or the list itself where its items are unknown. */
const argumentsOf = (list: Value | undefined): readonly Value[] => {
  if (!list) return [];
  const items = listed(list);
  return list.taints.length > 0 ? [...items, { ...list, objects: [] }] : items;
};

/** Any item of a list, as its first one: checks of `words[0]` apply. */
const asFirst = (item: Value, { frame }: CallEvent): Value =>
  item.key === undefined ? item : { ...item, taints: taintsHere(item, frame), key: `${item.key}[0]` };

/** `spawn(program, args, options)`, unless run in a shell. */
const script: ReadStart = (event) => {
  const shell = option(event, 'shell');
  if (shell && !surely(shell, false)) return undefined;
  const [program, list] = event.arguments.positional;
  return program && { program, given: argumentsOf(list) };
};

/** `subprocess.run([program, …])`, unless run in a shell. */
const pythonList: ReadStart = (event) => {
  if (maybe(event.arguments.named.get('shell'), true)) return undefined;
  const list = argument(event, 0, 'args');
  const [program, ...given] = argumentsOf(list);
  if (!program) return { program: list, given: [] };
  // A list with a spread may start with any of the spread items.
  const [first] = list.objects;
  if (list.objects.length === 1 && first?.firstItem) return { program: first.firstItem, given, isOpen: true };
  const isOpen = !list.objects.some(({ items }) => items && items.length > 0);
  return { program: isOpen ? asFirst(program, event) : program, given, isOpen };
};

/** `exec.Command(program, …args)`. */
const spread =
  (from: number): ReadStart =>
  (event) => {
    const { positional, spread: more } = event.arguments;
    const [program, ...given] = positional.slice(from);
    if (!program) return more && { program: asFirst(more, event), given: [more], isOpen: true };
    return { program, given: more ? [...given, more] : given };
  };

/** `os.execvp(program, [name, …args])`. */
const replaced =
  (from: number): ReadStart =>
  (event) => {
    const [program, list] = event.arguments.positional.slice(from);
    return program && { program, given: argumentsOf(list).slice(1) };
  };

/** A field of the options of a client transport, or the argument of that name. */
const transportOption = (event: CallEvent, name: string): Value | undefined =>
  fieldAmong(event.arguments.positional[0], name) ?? named(event, name);

/** `new StdioClientTransport({ command, args })`: the client of another server starts that server. */
const transport: ReadStart = (event) => {
  const [options] = event.arguments.positional;
  const program = transportOption(event, 'command');
  if (program) return { program, given: argumentsOf(transportOption(event, 'args')) };
  // Options that the client sends as a whole name the program too.
  return options?.objects.length === 0 ? { program: options, given: [] } : undefined;
};

/** The nesting of a configuration of clients: `{ mcpServers: { name: { command } } }`. */
const DEPTH = 3;

/** The servers that a configuration starts. */
function* configuredIn(configuration: Value): Generator<Start> {
  for (const { objects } of valuesWithin(configuration, DEPTH))
    for (const { fields } of objects) {
      const program = fields.get('command');
      if (program) yield { program, given: argumentsOf(fields.get('args')) };
    }
}

/** `Client({"mcpServers": {"name": {"command": command}}})`: of several servers, one that clients choose. */
const configured: ReadStart = (event) => {
  const all = [...configuredIn(argument(event, 0))];
  return all.find(({ program }) => program.taints.length > 0) ?? all[0];
};

/** `NewStdioMCPClient(command, environment, …args)` of Go. */
const goTransport: ReadStart = (event) => {
  const { positional, spread: more } = event.arguments;
  const [program, , ...rest] = positional;
  const given = rest.flatMap((value) => (value.objects.length > 0 ? argumentsOf(value) : [value]));
  return program && { program, given: more ? [...given, ...argumentsOf(more)] : given };
};

const TABLE: Readonly<Record<string, ReadStart>> = {
  ...byName(names.programStarts.node, script),
  ...byName(names.programStarts.python, pythonList),
  ...byName(
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
  ...byName(['os/exec.CommandContext', 'os.spawnl', 'os.spawnlp'], spread(1)),
  ...byName(
    ['os.execv', 'os.execvp', 'os.execve', 'os.execvpe', 'syscall.Exec', 'os.posix_spawn'],
    replaced(0),
  ),
  ...byName(['os.spawnv', 'os.spawnvp', 'os.spawnve'], replaced(1)),
  ...byName(names.programStarts.transports, transport),
  ...byName(names.programStarts.goTransports, goTransport),
  ...byName(names.programStarts.configured, configured),
};

/**
 * The calls that start programs, with their readers. A map, because packages may export names such as `constructor`.
 */
export const STARTS: ReadonlyMap<string, ReadStart> = new Map(Object.entries(TABLE));
