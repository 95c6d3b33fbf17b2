import { unknownResult } from '../../../engine/calls/calls.js';
import { join, type Value } from '../../../engine/values/value.js';
import { byName, type Model, type EventModel } from '../../../models/model.js';
import { SESSIONS } from './sessions.js';

/** The path prefix of the library whose clients are modeled. */
const LIBRARY = 'httpx';

/** Options of a client that apply to each of its requests. Others are reported where the client is created. */
const KEPT = ['follow_redirects', 'max_redirects'];

/** `httpx.AsyncClient(follow_redirects=True)`: the client object keeps its options. */
const client: Model = (event, machine) => {
  const { named } = event.arguments;
  const fields = KEPT.flatMap((name) => {
    const value = named.get(name);
    return value ? [[name, value] as const] : [];
  });
  const object = machine.allocate(event.node, event.frame, { path: LIBRARY });
  for (const [name, value] of fields) object.fields.set(name, value);
  return { ...unknownResult(event, machine), targets: [], objects: [object] };
};

/** A request with the options of its client that it does not override. */
const withOptions: EventModel = (event) => {
  const options = new Map<string, Value>();
  for (const { path, fields } of event.receiver?.objects ?? [])
    if (path === LIBRARY)
      for (const [name, value] of fields) {
        const other = options.get(name);
        options.set(name, other ? join(other, value) : value);
      }
  if (options.size === 0) return event;
  const named = new Map([...options, ...event.arguments.named]);
  return { ...event, arguments: { ...event.arguments, named } };
};

/** HTTP clients with options. */
export const CLIENTS: Readonly<Record<string, Model>> = {
  ...byName(['httpx.Client', 'httpx.AsyncClient'], client),
  ...SESSIONS,
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'request', 'stream', 'send'];

/** Requests as rules see them. */
export const CLIENT_EVENTS: Readonly<Record<string, EventModel>> = byName(
  METHODS.map((method) => `${LIBRARY}.${method}`),
  withOptions,
);
