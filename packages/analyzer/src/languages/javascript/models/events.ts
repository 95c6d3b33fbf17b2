import type { CallEvent } from '../../../engine/events.js';
import type { Caller } from '../../../engine/machine.js';
import {
  externalValue,
  join,
  objectValue,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import { apply, later } from '../../../models/callbacks.js';
import { byName, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';

const EMITTER = 'events.EventEmitter()';

const emitter: Model = (_, machine) => objectValue({ id: machine.newId(), fields: new Map(), path: EMITTER });

/** The field in which an emitter keeps listeners: one for all if the event's name is not known. */
const listenersField = (event: CallEvent): string => `%on ${argument(event, 0).constants?.join(' ') ?? ''}`;

const objectsOf = (event: CallEvent): readonly HeapObject[] => event.receiver?.objects ?? [];

/** `emitter.on(name, listener)`: returns the emitter. */
const listens: Model = (event) => {
  const listener = argument(event, 1);
  for (const { fields } of objectsOf(event)) {
    const existing = fields.get(listenersField(event));
    fields.set(listenersField(event), existing ? join(existing, listener) : listener);
  }
  return event.receiver ?? externalValue(EMITTER);
};

/** `emitter.emit(name, …values)`: calls all listeners with the values. */
const emits: Model = (event: CallEvent, machine: Caller): Value => {
  for (const { fields } of objectsOf(event)) {
    const isKnown = argument(event, 0).constants !== undefined;
    for (const [name, listener] of fields)
      if (isKnown ? name === listenersField(event) : name.startsWith('%on '))
        apply(listener, event.arguments.positional.slice(1), event, machine);
  }
  return UNKNOWN;
};

const CLASSES = [
  'events',
  'events.EventEmitter',
  'eventemitter3',
  'eventemitter3.EventEmitter',
  'eventemitter2',
  'mitt',
];
const LISTENING = ['on', 'once', 'addListener', 'prependListener'];

/** Event emitters of Node.js, and of libraries that work like them; a class of the package may extend each of them. */
export const EVENTS: Readonly<Record<string, Model>> = {
  ...byName(CLASSES, emitter),
  ...byName(
    CLASSES.flatMap((path) => LISTENING.map((name) => `${path}().${name}`)),
    listens,
  ),
  // The listeners of these events are not known.
  ...byName(
    CLASSES.map((path) => `${path}().emit`),
    later(emits),
  ),
};
