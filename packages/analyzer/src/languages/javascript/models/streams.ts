import type { CallEvent } from '../../../engine/events.js';
import type { Caller, Machine } from '../../../engine/machine.js';
import { externalBases } from '../../../engine/expressions/members.js';
import { iterate } from '../../../engine/values/objects.js';
import {
  join,
  objectValue,
  textOf,
  UNKNOWN,
  type ClassInfo,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import { apply, itemsOf } from '../../../models/callbacks.js';
import { type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { keep } from './promises.js';

const STREAM = 'stream.Stream()';
/** The data read from a stream so far, its listeners, and the streams that it pipes into. */
const DATA = '%data';
const LISTENERS = '%listeners';
const NEXT = '%next';
/** The callback of a stream handler, which passes a chunk on. */
const DONE = '%done';
const STREAM_OF = '%stream';

/** The names of stream handlers: options of the constructor, or methods of the class. */
const WRITERS = ['write', 'transform', 'writev'];
const READERS = ['start', 'read', 'pull'];

/** Streams may pipe in a cycle: the maximum number of pipes followed. */
const MAX_PIPES = 4;

const isStream = ({ path, class: info, fields }: HeapObject): boolean =>
  path === STREAM || fields.has(NEXT) || (info !== undefined && isStreamClass(info));

const isStreamClass = (info: ClassInfo): boolean =>
  [...externalBases(info)].some((base) => Object.hasOwn(STREAMS, base));

/** `new Transform({ transform(chunk, encoding, done) {…} })`. */
const stream: Model = (event, machine) => {
  const object = machine.allocate(event.node, event.frame, { path: STREAM });
  for (const options of event.arguments.positional)
    for (const { fields } of options.objects)
      for (const name of [...WRITERS, ...READERS]) {
        const handler = fields.get(name);
        if (handler) keep(object, `%${name}`, handler, event);
      }
  const self = objectValue(object);
  for (const name of READERS) {
    const reader = object.fields.get(`%${name}`);
    if (reader) callWith(reader, self, [self], event, machine);
  }
  return self;
};

/** `through2.obj((chunk, encoding, done) => {…})`, with options before the function or without. */
const through: Model = (event, machine) => {
  const object = machine.allocate(event.node, event.frame, { path: STREAM });
  const handler = event.arguments.positional.find(({ targets }) =>
    targets.some(({ kind }) => kind === 'closure'),
  );
  if (handler) keep(object, '%transform', handler, event);
  return objectValue(object);
};

/** Calls a stream handler with the stream as its `this`. */
function callWith(
  handler: Value,
  self: Value,
  values: readonly Value[],
  event: CallEvent,
  machine: Caller,
): void {
  const targets = handler.targets.map((target) =>
    target.kind === 'closure' && !target.self ? { ...target, self } : target,
  );
  apply({ ...handler, targets }, values, event, machine);
}

/** Writes a chunk to a stream: it is handled, or passed on unchanged. */
function feed(object: HeapObject, chunk: Value, depth: number, event: CallEvent, machine: Machine): void {
  if (depth > MAX_PIPES || !isStream(object)) return;
  const self = objectValue(object);
  const done = objectValue({ id: machine.newId(), fields: new Map([[STREAM_OF, self]]), path: DONE });
  let isHandled = false;
  for (const name of WRITERS) {
    const own = object.fields.get(`%${name}`);
    const inherited = object.class && machine.member(self, `_${name}`, event.frame, event.node);
    const handler = own ?? inherited;
    if (!handler?.targets.some(({ kind }) => kind === 'closure')) continue;
    isHandled = true;
    // Web streams pass their controller where those of Node.js pass the encoding.
    const isWeb = event.names.some((path) => path.startsWith('WritableStream'));
    callWith(handler, self, isWeb ? [chunk, self] : [chunk, self, done], event, machine);
  }
  if (!isHandled) handOn(object, chunk, depth, event, machine);
}

/** Passes the output of a stream to its listeners and the streams that it pipes into. */
function handOn(object: HeapObject, chunk: Value, depth: number, event: CallEvent, machine: Machine): void {
  keep(object, DATA, chunk, event);
  const listener = object.fields.get(LISTENERS);
  if (listener) apply(listener, [chunk], event, machine);
  for (const next of object.fields.get(NEXT)?.objects ?? []) feed(next, chunk, depth + 1, event, machine);
}

const objectsOf = (event: CallEvent): readonly HeapObject[] => event.receiver?.objects ?? [];

/** `stream.write(chunk)`, `stream.end(chunk)`. */
const written: Model = (event, machine) => {
  const [chunk] = event.arguments.positional;
  if (chunk) for (const object of objectsOf(event)) feed(object, chunk, 0, event, machine);
  return event.receiver;
};

/** `this.push(chunk)`, `controller.enqueue(chunk)`. */
const pushed: Model = (event, machine) => {
  for (const object of objectsOf(event)) handOn(object, argument(event, 0), 0, event, machine);
  return UNKNOWN;
};

/** `done(error, chunk)`. */
const called: Model = (event, machine) => {
  const [, chunk] = event.arguments.positional;
  if (!chunk) return UNKNOWN;
  for (const { fields } of event.callee.objects)
    for (const object of fields.get(STREAM_OF)?.objects ?? []) handOn(object, chunk, 0, event, machine);
  return UNKNOWN;
};

/** `stream.on("data", f)`: f gets future and past chunks, since events are emitted only after the running code has ended. */
const listens: Model = (event, machine) => {
  if (textOf(argument(event, 0)) !== 'data') return event.receiver;
  const listener = argument(event, 1);
  for (const object of objectsOf(event)) {
    keep(object, LISTENERS, listener, event);
    const data = object.fields.get(DATA);
    if (data) apply(listener, [data], event, machine);
  }
  return event.receiver;
};

/** Pipes one stream, or data from elsewhere, into another. */
function connect(from: Value, to: Value, event: CallEvent, machine: Machine): void {
  let data: Value = from.taints.length > 0 ? { ...from, objects: [] } : UNKNOWN;
  for (const object of from.objects) {
    if (isStream(object)) keep(object, NEXT, to, event);
    const existing = object.fields.get(DATA);
    if (existing) data = join(data, existing);
  }
  if (data.taints.length > 0) for (const object of to.objects) feed(object, data, 0, event, machine);
}

/** `from.pipe(to)`: if either is a stream of the program. */
export const piped: Model = (event, machine) => {
  const to = argument(event, 0);
  if (!to.objects.some(isStream)) return undefined;
  connect(event.receiver ?? UNKNOWN, to, event, machine);
  return to;
};

/** `pipeline(from, …through, to)`. */
const pipeline: Model = (event, machine) => {
  const { positional } = event.arguments;
  positional.forEach((from, index) => {
    const to = positional[index + 1];
    if (to?.objects.some(isStream)) connect(from, to, event, machine);
  });
  return UNKNOWN;
};

/** `Readable.from(list)`. */
const fromList: Model = (event, machine) => {
  const object = machine.allocate(event.node, event.frame, { path: STREAM });
  const list = argument(event, 0);
  for (const item of list.objects.length > 0 ? itemsOf(list, event, machine) : [list])
    keep(object, DATA, item, event);
  return objectValue(object);
};

const itself: Model = (event) => event.receiver;

/** `for await (const chunk of stream)`, `reader.read()`. */
const read: Model = (event, machine) => {
  const data = objectsOf(event).reduce<Value>(
    (all, { fields }) => join(all, fields.get(DATA) ?? UNKNOWN),
    UNKNOWN,
  );
  const fields = new Map([['value', iterate(data, event.frame, machine)]]);
  return objectValue({ id: machine.newId(), fields });
};

const CLASSES = ['Writable', 'Readable', 'Duplex', 'Transform', 'PassThrough'];
const WEB = ['WritableStream', 'ReadableStream', 'TransformStream'];
const BASES = [
  ...CLASSES.map((name) => `stream.${name}`),
  ...CLASSES.map((name) => `readable-stream.${name}`),
  ...WEB.flatMap((name) => [name, `stream/web.${name}`]),
];
/** Constructors of streams, which a class may extend too. */
const STREAMS: Readonly<Record<string, Model>> = Object.fromEntries(BASES.map((name) => [name, stream]));

const METHODS: Readonly<Record<string, Model>> = {
  write: written,
  end: written,
  push: pushed,
  enqueue: pushed,
  on: listens,
  once: listens,
  addListener: listens,
  pipeTo: piped,
  getWriter: itself,
  getReader: itself,
  setEncoding: itself,
  read,
};

/** Streams: chunks written to them go to their handlers. */
export const STREAM_MODELS: Readonly<Record<string, Model>> = {
  ...STREAMS,
  [DONE]: called,
  through2: through,
  'through2.obj': through,
  'stream.Readable.from': fromList,
  'stream.pipeline': pipeline,
  'stream/promises.pipeline': pipeline,
  ...Object.fromEntries(
    [STREAM, ...BASES.map((name) => `${name}()`)].flatMap((base) =>
      Object.entries(METHODS).map(([method, model]) => [`${base}.${method}`, model]),
    ),
  ),
};
