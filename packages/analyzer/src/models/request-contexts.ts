import type { CallEvent } from '../engine/events.js';
import type { RequestContexts } from '../engine/machine.js';
import { argument } from '../engine/expressions/call-arguments.js';
import { join, joinAll, textOf, UNKNOWN, type HeapObject, type Value } from '../engine/values/value.js';
import { apply } from './callbacks.js';
import { byName, type Model } from './model.js';

/** The field in which an object of a library keeps the initial value of a variable. */
const INITIAL = '%initial';

const nameOfObject = ({ id }: HeapObject): string => `object ${id}`;

/** A library's storage of named values for each request. */
export interface NamedStorage {
  /** The canonical path of the storage. */
  readonly path: string;
  readonly sets: readonly string[];
  readonly gets: readonly string[];
}

/** `const storage = new AsyncLocalStorage()`, `base = ContextVar("base", default=…)`. */
export const storage: Model = (event, machine) => {
  const [path = ''] = event.names;
  const { externals } = event.frame.scope.traits;
  const object = machine.allocate(event.node, event.frame, { path: externals.result(path) });
  const initial = event.arguments.named.get('default');
  if (initial) object.fields.set(INITIAL, initial);
  return { ...UNKNOWN, objects: [object] };
};

/** `base.set(value)`, `storage.enterWith(value)`. */
export const put: Model = (event, machine) => {
  for (const object of event.receiver?.objects ?? [])
    machine.putInContext(nameOfObject(object), argument(event, 0), event.frame);
  return UNKNOWN;
};

/** What was put, or the initial value; undefined if neither is known. */
function contentOf(event: CallEvent, machine: RequestContexts): Value | undefined {
  const values = (event.receiver?.objects ?? []).flatMap((object) => {
    const initial = object.fields.get(INITIAL);
    return [machine.inContext(nameOfObject(object), event.frame) ?? [], initial ?? []].flat();
  });
  return values.length === 0 ? undefined : joinAll(values);
}

/** `storage.getStore()`, `base.get(fallback)`. */
export const got: Model = (event, machine) => {
  const content = contentOf(event, machine);
  const [fallback] = event.arguments.positional;
  return content && fallback ? join(content, fallback) : content;
};

/** `storage.run(value, callback, …values)`. */
export const ran: Model = (event, machine) => {
  put(event, machine);
  return apply(argument(event, 1), event.arguments.positional.slice(2), event, machine);
};

/** The models of storages with names. */
export function namedStorages(storages: readonly NamedStorage[]): Record<string, Model> {
  const models = storages.map(({ path, sets, gets }): Record<string, Model> => {
    const nameIn = (event: CallEvent): string | undefined => {
      const name = textOf(argument(event, 0));
      return name === undefined ? undefined : `${path} ${name}`;
    };
    const read: Model = (event, machine) => {
      const name = nameIn(event);
      return name === undefined ? undefined : machine.inContext(name, event.frame);
    };
    const written: Model = (event, machine) => {
      const name = nameIn(event);
      const [, value] = event.arguments.positional;
      // `c.Locals("name")` reads, `c.Locals("name", value)` writes.
      if (!value) return read(event, machine);
      if (name !== undefined) machine.putInContext(name, value, event.frame);
      return UNKNOWN;
    };
    const named = (methods: readonly string[]): string[] => methods.map((method) => `${path}.${method}`);
    return { ...byName(named(gets), read), ...byName(named(sets), written) };
  });
  return Object.assign({}, ...models) as Record<string, Model>;
}
