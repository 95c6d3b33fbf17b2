import { concatenate } from '../../../engine/expressions/texts.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Frame } from '../../../engine/frame.js';
import type { Caller, Evaluator, Machine, Reporter, ValueFactory } from '../../../engine/machine.js';
import { constantValue, objectValue, textOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { byName, fieldAmong, source, type Model, type EventModel } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { runningShell } from '../../../models/shells.js';
import { splitWords, type Word } from './words.js';
import names from './names.json' with { type: 'json' };

/** The start of a program: the program, its arguments, and the options of the call, as for `spawn`. */
interface Start {
  readonly words: readonly Value[];
  readonly options?: Value | undefined;
  /** A list of arguments with unknown items. */
  readonly open?: Value | undefined;
}

const output = source('command-output', () => 'the output of a command');

/** Emits a start as a call of another function, whose parameters the rules about commands know. */
function reportAs(name: string, positional: readonly Value[], event: CallEvent, machine: Reporter): void {
  const { frame, callee, names } = event;
  // It is emitted as a plain call, not a template.
  const node = { ...event.node, tagged: false };
  machine.emit({
    kind: 'call',
    frame,
    node,
    callee,
    // Its own name comes first: it is the one in the code.
    names: [...names.map((each) => (each === 'execa' ? 'execa()' : each)), name],
    arguments: { positional, named: new Map() },
  });
}

function reportStart(
  { words, options, open }: Start,
  event: CallEvent,
  machine: Reporter & ValueFactory,
): void {
  const [program, ...others] = words;
  if (!program) return;
  const list = objectValue({
    id: machine.newId(),
    fields: new Map(),
    items: others,
    ...(open && { rest: open }),
  });
  reportAs('child_process.spawn', [program, list, ...(options ? [options] : [])], event, machine);
}

/** The items of a list, and any further items. */
function itemsIn(list: Value | undefined): { readonly items: readonly Value[]; readonly open?: Value } {
  if (!list) return { items: [] };
  const items = list.objects.flatMap((object) => object.items ?? []);
  const rests = list.objects.flatMap(({ rest }) => rest ?? []);
  const [open] = list.taints.length > 0 ? [{ ...list, objects: [] }] : rests;
  return { items, ...(open && { open }) };
}

const started =
  (read: (event: CallEvent, machine: Machine) => readonly Start[]): Model =>
  (event, machine) => {
    for (const start of read(event, machine)) reportStart(start, event, machine);
    return output(event, machine);
  };

const joined = (word: Word, event: CallEvent, machine: Caller & ValueFactory): Value =>
  concatenate(word, event.frame, machine);

/** `FOO=1 program`: assignments before a program set its environment. */
const isSetting = (word: Word): boolean => /^\w+=/u.test(textOf(word[0]) ?? '');

/** The words of a command line, without leading environment variables. */
function startsIn(
  parts: readonly Value[],
  isQuoted: boolean,
  options: Value | undefined,
  event: CallEvent,
  machine: Caller & ValueFactory,
): Start[] {
  return splitWords(parts, isQuoted).map((command) => {
    const first = command.findIndex((word) => !isSetting(word));
    const words = command.slice(Math.max(0, first)).flatMap((word) => {
      const whole = joined(word, event, machine);
      // A value that is split at blanks may contain further arguments, which are added by themselves.
      const inner = isQuoted || word.length < 2 ? [] : word.filter(({ taints }) => taints.length > 0);
      return [whole, ...inner];
    });
    return { words, options };
  });
}

/** `execaCommand("git log " + ref)`: a text split at blanks without a shell. */
const splitCommand = started((event, machine) => {
  const text = argument(event, 0);
  return startsIn(text.parts ?? [text], false, event.arguments.positional[1], event, machine);
});

/** The parts of a template separately: a value that was concatenated before is one part. */
function templateParts(event: CallEvent, frame: Frame, machine: Evaluator): readonly Value[] {
  const text = event.node.arguments[0]?.value;
  return text?.kind === 'text' ? text.parts.map((part) => machine.evaluate(part, frame)) : [];
}

const isOn = (value: Value | undefined): boolean =>
  value !== undefined && !(value.constants?.every((each) => each === false || each === null) ?? false);

const isOptions = ({ objects, taints, constants }: Value): boolean =>
  objects.length > 0 && taints.length === 0 && !constants;

/** `` $`git log ${ref}` ``: each value is one argument, whatever it contains; Bun's `${{ raw: text }}` is not quoted. */
const template: Model = (event, machine) => {
  const options = event.node.tagged ? event.callee : argument(event, 0);
  if (!event.node.tagged) {
    const [path = ''] = event.names;
    const fields = new Map(options.objects.flatMap((object) => [...object.fields]));
    // `execa("ls", [x])` does not return a template tag.
    if (path === 'execa' && !isOptions(options)) return output(event, machine);
    return objectValue({ id: machine.newId(), fields, path: `${path}()` });
  }
  const parts = templateParts(event, event.frame, machine);
  const raw = parts.flatMap((part) => fieldAmong(part, 'raw') ?? []);
  if (isOn(fieldAmong(options, 'shell')) || raw.length > 0) {
    const read = raw.length > 0 ? raw : parts;
    reportAs('child_process.exec', [concatenate(read, event.frame, machine)], event, machine);
  }
  for (const start of startsIn(parts, true, undefined, event, machine)) reportStart(start, event, machine);
  return output(event, machine);
};

/** `String.raw`, `dedent`: tags that return the text of their template. */
export const plainTag: Model = (event, machine) =>
  event.node.tagged
    ? concatenate(templateParts(event, event.frame, machine), event.frame, machine)
    : undefined;

/** `Bun.spawn([program, …args], options)`, `Bun.spawn({ cmd: [program, …args] })`, `Deno.run({ cmd })`. */
const inList = started((event) => {
  const [list, options] = event.arguments.positional;
  const cmd = fieldAmong(list, 'cmd');
  const { items, open } = itemsIn(cmd ?? list);
  return [{ words: items, open, options: cmd ? list : options }];
});

/** `new Deno.Command(program, { args })`. */
const withArgs: Model = (event, machine) => {
  const [program = UNKNOWN, options] = event.arguments.positional;
  const { items, open } = itemsIn(fieldAmong(options, 'args'));
  reportStart({ words: [program, ...items], open }, event, machine);
  return output(event, machine);
};

/** `spawn(program, args, options)` under another name. */
const likeSpawn = started((event) => {
  const [program = UNKNOWN, list, options] = event.arguments.positional;
  const { items, open } = itemsIn(list);
  return [{ words: [program, ...items], open, options }];
});

/** `spawn(program, args)`: a running program, whose input can be written. */
const running: Model = (event, machine) => {
  const [program, list] = event.arguments.positional;
  const result = output(event, machine) ?? UNKNOWN;
  const { items, open } = itemsIn(list);
  const shell = runningShell(machine.newId(), program, open ? [...items, open] : items);
  return shell ? { ...result, objects: shell.objects } : result;
};

/** `execaNode(script, args)`: Node.js runs a script. */
const nodeScript = started((event) => {
  const [script = UNKNOWN, list, options] = event.arguments.positional;
  const { items, open } = itemsIn(list);
  return [{ words: [constantValue('node'), script, ...items], open, options }];
});

/** `shelljs.cmd(program, …args)`. */
const spread = started((event) => {
  const { positional, spread: open } = event.arguments;
  return [{ words: positional, open }];
});

/** Functions that start programs in other ways; each start is emitted to the rules as one of `child_process`. */
export const COMMANDS: Readonly<Record<string, Model>> = {
  ...byName(
    [
      'execa.execaCommand',
      'execa.execaCommandSync',
      'execa.command',
      'execa.commandSync',
      'execa.parseCommandString',
    ],
    splitCommand,
  ),
  ...byName(names.commands.execa, template),
  ...byName(['Bun.spawn', 'Bun.spawnSync', 'bun.spawn', 'bun.spawnSync', 'Deno.run'], inList),
  'Deno.Command': withArgs,
  ...byName(names.commands.spawning, likeSpawn),
  ...byName(['execa.execaNode', 'execa.node', 'child_process.fork'], nodeScript),
  'child_process.spawn': running,
  'shelljs.cmd': spread,
};

/** The template tag is not reported as a call: its text is not the name of a program. */
const asTag: EventModel = (event) => (event.node.tagged ? { ...event, names: ['execa()'] } : event);

/** Calls as rules see them. */
export const COMMAND_EVENTS: Readonly<Record<string, EventModel>> = { execa: asTag };
