import type { CallEvent } from '../../../engine/events.js';
import { iterate } from '../../../engine/values/objects.js';
import {
  join,
  objectValue,
  textOf,
  UNKNOWN,
  type HeapObject,
  type Scope,
  type Value,
} from '../../../engine/values/value.js';
import { apply } from '../../../models/callbacks.js';
import { type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { keep } from './promises.js';
import { writtenFile } from './written-files.js';

const WORKER = 'worker_threads.Worker()';
const LISTENERS = '%listeners';
const MESSAGES = '%messages';
const PORT = '%port';

/** The object in which a module keeps messages and listeners: its `exports`, which importers can reach too. */
function ownPort(event: CallEvent): readonly HeapObject[] {
  let scope: Scope = event.frame.scope;
  while (scope.parent) scope = scope.parent;
  return scope.flow.get('exports')?.objects ?? [];
}

/** `new Worker(file, options)`, `fork(file)`. */
const worker: Model = (event, machine) => {
  const file = writtenFile(event, machine);
  const port = file === undefined ? undefined : machine.imported(event.frame.module, file, '*');
  const object = machine.allocate(event.node, event.frame, { path: WORKER });
  if (port) object.fields.set(PORT, port);
  return objectValue(object);
};

/** `worker.postMessage(value)`: goes to all listeners on the other side. */
const posted: Model = (event, machine) => {
  for (const { fields } of event.receiver?.objects ?? [])
    for (const port of fields.get(PORT)?.objects ?? []) {
      keep(port, MESSAGES, argument(event, 0), event);
      const listener = port.fields.get(LISTENERS);
      if (listener) apply(listener, [argument(event, 0)], event, machine);
    }
  return UNKNOWN;
};

/** `parentPort.on("message", f)`, `process.on("message", f)`. */
const listens: Model = (event, machine) => {
  if (textOf(argument(event, 0)) !== 'message') return undefined;
  const listener = argument(event, 1);
  let messages: Value | undefined;
  for (const port of ownPort(event)) {
    keep(port, LISTENERS, listener, event);
    const existing = port.fields.get(MESSAGES);
    if (existing) messages = messages ? join(messages, existing) : existing;
  }
  if (messages) apply(listener, [iterate(messages, event.frame, machine)], event, machine);
  return event.receiver ?? UNKNOWN;
};

/** Worker threads and child processes that receive messages. */
export const WORKERS: Readonly<Record<string, Model>> = {
  'worker_threads.Worker': worker,
  [`${WORKER}.postMessage`]: posted,
  [`${WORKER}.send`]: posted,
  'worker_threads.parentPort.on': listens,
  'worker_threads.parentPort.once': listens,
  'worker_threads.parentPort.addListener': listens,
  'process.on': listens,
};
