import { argument, named, type ArgumentIndex } from '../../engine/expressions/call-arguments.js';
import { argumentValues } from '../../engine/calls/calls.js';
import { chosenIn } from '../../engine/values/filled.js';
import type { CallEvent } from '../../engine/events.js';
import type { ExternalStore, ValueFactory } from '../../engine/machine.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { slot } from '../../engine/values/run-state.js';
import { Doubt, SANITIZED_FOR_ALL, sanitize, stepTaints } from '../../engine/values/taint.js';
import { HOLE, outline } from '../../engine/expressions/texts.js';
import { objectValue, textOf, UNKNOWN, type HeapObject, type Value } from '../../engine/values/value.js';
import { memoByName } from '../../common/memo.js';
import names from '../names.json' with { type: 'json' };

/** What a call does with a file: where its path is, and the data that it writes. */
interface FileUse {
  readonly path: ArgumentIndex;
  /** Undefined for calls that read or open. */
  readonly data?: number;
  /** A handle, through which the file is written or read later. */
  readonly opens?: boolean;
}

const { written, writtenPath, read, readPath, opened, openedPath, handled } = names.storedFiles;

const USES: ReadonlyMap<string, FileUse> = new Map([
  ...written.map((name): [string, FileUse] => [name, { path: 0, data: 1 }]),
  ...writtenPath.map((name): [string, FileUse] => [name, { path: 'receiver', data: 0 }]),
  ...read.map((name): [string, FileUse] => [name, { path: 0 }]),
  ...readPath.map((name): [string, FileUse] => [name, { path: 'receiver' }]),
  ...opened.map((name): [string, FileUse] => [name, { path: 0, opens: true }]),
  ...openedPath.map((name): [string, FileUse] => [name, { path: 'receiver', opens: true }]),
]);
const HANDLED = new Set(handled);

const useOf = memoByName((name) => USES.get(name));

/** The shortest known part of a path by which a file is recognized. */
const MIN_KNOWN = 3;

/** The name of a file, from what is known of its path. */
function placeOf(path: Value): string | undefined {
  const text = outline(path).replace(/^\.\//u, '');
  return text.replaceAll(HOLE, '').length < MIN_KNOWN ? undefined : `file ${text}`;
}

function store(place: string, value: Value, event: CallEvent, machine: ExternalStore): void {
  const { frame, node } = event;
  const taints = chosenIn(taintsWithin(value, frame)).filter(
    ({ sanitizedFor }) => (sanitizedFor & SANITIZED_FOR_ALL) !== SANITIZED_FOR_ALL,
  );
  if (taints.length === 0) return;
  const stored = stepTaints(sanitize(taints, Doubt.STORED), frame.module, node.line, 'written to a file');
  machine.store(place, { ...UNKNOWN, taints: stored }, frame);
}

/** What clients have stored in a file. */
function storedIn(place: string, event: CallEvent, machine: ExternalStore & ValueFactory): Value | undefined {
  const { taints } = machine.stored(place, event.frame);
  if (taints.length === 0) return undefined;
  const { frame, node } = event;
  return {
    ...UNKNOWN,
    taints: stepTaints(taints, frame.module, node.line, 'read from the file'),
    key: machine.newKey(),
  };
}

/** The paths of open files, by the objects that represent them. */
const OPEN_FILES = slot(() => new WeakMap<HeapObject, string>());

/** The name of an open file that a value is, if it is one. */
const openFile = (value: Value, event: CallEvent): string | undefined =>
  value.objects.flatMap((object) => event.frame.scope.run.of(OPEN_FILES).get(object) ?? [])[0];

/** What goes through a handle into a file: `file.write(text)`, `json.dump(value, file)`. */
function through(event: CallEvent, machine: ExternalStore): void {
  const { receiver } = event;
  const values = argumentValues(event.arguments);
  const all = receiver ? [receiver, ...values] : values;
  const place = all.flatMap((value) => openFile(value, event) ?? [])[0];
  if (place === undefined) return;
  for (const value of values) if (openFile(value, event) === undefined) store(place, value, event, machine);
}

/** Whether a file is opened for writing alone; by default, it is read. */
function isOnlyWritten(event: CallEvent): boolean {
  const mode = textOf(
    named(event, 'mode') ??
      event.arguments.positional.find((value) => /^[rwaxbt+]{1,3}$/u.test(textOf(value) ?? '')),
  );
  return event.method === 'Create' || (mode !== undefined && /[wax]/u.test(mode) && !mode.includes('+'));
}

/** What clients have stored in the file that a call reads or opens; stores what it writes. */
export function storedFile(event: CallEvent, machine: ExternalStore & ValueFactory): Value | undefined {
  for (const name of event.names) {
    const use = useOf(name);
    if (!use) continue;
    const place = placeOf(argument(event, use.path));
    if (place === undefined) return undefined;
    if (use.data !== undefined) {
      store(place, argument(event, use.data), event, machine);
      return undefined;
    }
    const content = use.opens && isOnlyWritten(event) ? undefined : storedIn(place, event, machine);
    if (!use.opens) return content;
    const handle: HeapObject = { id: machine.newId(), fields: new Map() };
    event.frame.scope.run.of(OPEN_FILES).set(handle, place);
    return { ...(content ?? UNKNOWN), ...{ objects: objectValue(handle).objects } };
  }
  if (HANDLED.has(event.method ?? '') || event.names.some((name) => HANDLED.has(name)))
    through(event, machine);
  return undefined;
}
