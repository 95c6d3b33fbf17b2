import type { CallEvent } from '../../../engine/events.js';
import type { Reporter } from '../../../engine/machine.js';
import {
  externalValue,
  objectValue,
  pathsOf,
  textOf,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import { byName, source, type Model, type EventModel } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { writtenIn } from './results.js';

const COMMAND = 'os/exec.Command()';
const ARGUMENTS = 'Args';
/** The arguments with which a command was created, which have been reported. */
const FIRST = '%arguments';

/** The context with which a command was created. */
const CONTEXT = '%context';
const DEADLINE = /^context\.With(?:Timeout|Deadline)(?:Cause)?\(\)$/u;

const output = source('command-output', () => 'the output of a command');

/** `exec.Command(program, …arguments)`: a command that has not been started. */
const command =
  (from: number): Model =>
  (event, machine) => {
    const object = machine.allocate(event.node, event.frame, { path: COMMAND });
    const { positional, spread } = event.arguments;
    const items = positional.slice(from);
    const list = objectValue({
      id: machine.newId(),
      fields: new Map(),
      items,
      ...(spread && { rest: spread }),
    });
    object.fields.set(ARGUMENTS, list);
    object.fields.set(FIRST, list);
    if (from > 0) object.fields.set(CONTEXT, argument(event, 0));
    return { ...UNKNOWN, objects: [object] };
  };

/** An argument without the taints that have been reported. */
const knownAs = (value: Value): Value =>
  value.constants ? { ...UNKNOWN, constants: value.constants } : UNKNOWN;

/** The program and arguments of a list that has replaced the original one. */
function replaced(list: HeapObject, first: HeapObject | undefined, path: Value | undefined): Value[] {
  const described = new Set(first?.items);
  const [name = UNKNOWN, ...others] = list.items ?? [];
  const program = path ?? first?.items?.[0] ?? name;
  const values = [...others, ...(list.rest ? [list.rest] : [])];
  return [program, ...values].map((value) => (described.has(value) ? knownAs(value) : value));
}

const SHELL = /(?:^|\/)(?:ba|z|da|k|a)?sh$/u;

/** The input of a shell is a command line. */
function shellInput({ fields }: HeapObject, program: Value | undefined): Value[] | undefined {
  const input = fields.get('Stdin');
  if (!input || !SHELL.test(textOf(program) ?? '')) return undefined;
  const text = input.objects.length > 0 ? writtenIn(input) : input;
  return program && [program, { ...UNKNOWN, constants: ['-c'] }, text];
}

/** The program and arguments of a command that was modified after its creation, or not created by a call. */
function startsOf(object: HeapObject): Value[][] {
  const { fields } = object;
  const first = fields.get(FIRST)?.objects[0];
  const path = fields.get('Path');
  const lists = (fields.get(ARGUMENTS)?.objects ?? []).filter((list) => list !== first);
  const starts = lists.map((list) => replaced(list, first, path));
  if (path && lists.length === 0) starts.push([path, ...(first?.items ?? []).slice(1).map(knownAs)]);
  const read = shellInput(object, path ?? first?.items?.[0]);
  return read ? [...starts, read] : starts;
}

/** Emits the start of a program as a call of `exec.Command`. */
function reportStart(positional: readonly Value[], event: CallEvent, machine: Reporter): void {
  const { frame, node } = event;
  const names = ['os/exec.Command'];
  machine.emit({
    kind: 'call',
    frame,
    node,
    callee: UNKNOWN,
    names,
    arguments: { positional, named: new Map() },
  });
}

/** `cmd.Output()`, `cmd.Run()`: starts the command in its current state. */
const started =
  (result: Model): Model =>
  (event, machine) => {
    for (const object of event.receiver?.objects ?? [])
      if (object.path === COMMAND) for (const start of startsOf(object)) reportStart(start, event, machine);
    return result(event, machine);
  };

/** `cmd.Run()`: its output goes to the configured writers. */
const run: Model = (event, machine) => {
  const out = output(event, machine) ?? UNKNOWN;
  for (const { fields } of event.receiver?.objects ?? [])
    for (const name of ['Stdout', 'Stderr'])
      for (const object of fields.get(name)?.objects ?? []) object.rest = { ...out, targets: [] };
  return UNKNOWN;
};

/** `os.StartProcess(program, arguments, …)`. */
const process: Model = (event, machine) => {
  const list = argument(event, 1);
  const items = list.objects.flatMap(({ items: known, rest }) => [
    ...(known ?? []).slice(1),
    ...(rest ? [rest] : []),
  ]);
  const others = list.objects.length > 0 ? items : [list];
  reportStart([argument(event, 0), ...others], event, machine);
  return externalValue('os.Process()');
};

const endsInTime = ({ path, fields }: HeapObject): boolean =>
  path === COMMAND && pathsOf(fields.get(CONTEXT) ?? UNKNOWN).some((each) => DEADLINE.test(each));

/** A command whose context has a deadline: waiting for it is not reported. */
const waited: EventModel = (event) => {
  const commands = event.receiver?.objects ?? [];
  return commands.length > 0 && commands.every(endsInTime) ? { ...event, names: [] } : event;
};

/** Commands that are waited for, as rules see them. */
export const COMMAND_EVENTS: Readonly<Record<string, EventModel>> = byName(
  ['Run', 'Output', 'CombinedOutput', 'Wait'].map((name) => `${COMMAND}.${name}`),
  waited,
);

const of = (names: readonly string[], model: Model): Record<string, Model> =>
  byName(
    names.map((name) => `${COMMAND}.${name}`),
    model,
  );

/** Functions that start programs. */
export const COMMANDS: Readonly<Record<string, Model>> = {
  'os/exec.Command': command(0),
  'os/exec.CommandContext': command(1),
  ...of(['Output', 'CombinedOutput'], started(output)),
  ...of(['Run', 'Start'], started(run)),
  ...of(['StdoutPipe', 'StderrPipe'], output),
  ...of(['Wait'], run),
  'os.StartProcess': process,
};
