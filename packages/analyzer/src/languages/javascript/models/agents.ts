import { taintsHere } from '../../../engine/values/derive.js';
import type { CallEvent } from '../../../engine/events.js';
import { SanitizedFor } from '../../../engine/values/taint.js';
import {
  objectValue,
  pathsOf,
  type Closure,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import type { Expression, If } from '../../../ir/program.js';
import { callsWithin, lastNameOf, nodesWithin, parameterNames } from '../../../ir/walk.js';
import { startsWithVerb } from '../../../models/addresses.js';
import { byName, type Model, type EventModel } from '../../../models/model.js';

/** Packages whose agents and lookup functions refuse inner addresses by themselves. */
const GUARDING_LIBRARY = /(?:^|[/.-])(?:ssrf|request-filtering-agent|safe-?fetch|block-?private)/iu;
/** Request options that set the agent: one per scheme, or one for all. */
const AGENTS = ['agent', 'dispatcher', 'httpAgent', 'httpsAgent'];
const PAIR = ['httpAgent', 'httpsAgent'];

/** `new https.Agent({ lookup })`, with its options. */
const agent: Model = (event, machine) => {
  const [name = ''] = event.names;
  const object = machine.allocate(event.node, event.frame, {
    path: event.frame.scope.traits.externals.result(name),
  });
  for (const options of event.arguments.positional)
    for (const { fields } of options.objects)
      for (const [key, value] of fields) object.fields.set(key, value);
  return objectValue(object);
};

const isNothing = (value: Expression | undefined): boolean =>
  value === undefined ||
  (value.kind === 'constant' && value.value === null) ||
  (value.kind === 'name' && value.name === 'undefined');

/** Whether an error is thrown within a part of a function, or passed to its callback. */
function fails(part: unknown, callbacks: ReadonlySet<string>): boolean {
  if ([...nodesWithin(part)].some(({ kind }) => kind === 'throw')) return true;
  return [...callsWithin(part)].some(
    (call) => callbacks.has(lastNameOf(call.callee)) && !isNothing(call.arguments[0]?.value),
  );
}

/**
 * Whether a lookup function or connector of the package refuses some addresses: it fails after a condition that calls a
 * function. It is trusted to refuse the right ones. Checking only an error does not count.
 */
function refuses({ function: definition }: Closure): boolean {
  const callbacks = parameterNames(definition);
  return [...nodesWithin(definition.body)].some((node) => {
    if (node.kind !== 'if' && node.kind !== 'choice') return false;
    const { then, otherwise }: Pick<If, 'then' | 'otherwise'> | { then: Expression; otherwise: Expression } =
      node;
    return [...callsWithin(node.test)].length > 0 && (fails(then, callbacks) || fails(otherwise, callbacks));
  });
}

/** Whether all targets of a value refuse inner addresses. */
const isGuard = (value: Value | undefined): boolean =>
  value !== undefined &&
  value.targets.length > 0 &&
  value.targets.every((target) =>
    target.kind === 'closure'
      ? refuses(target)
      : target.kind === 'external' && GUARDING_LIBRARY.test(target.path),
  );

/** Whether an object's own lookup function or connector refuses inner addresses. */
const isGuardedBy = ({ fields }: HeapObject): boolean => {
  const connect = fields.get('connect');
  return (
    isGuard(fields.get('lookup')) ||
    isGuard(connect) ||
    (connect?.objects.some((options) => isGuard(options.fields.get('lookup'))) ?? false)
  );
};

const isGuardedAgent = (value: Value): boolean =>
  value.objects.length > 0
    ? value.objects.every(isGuardedBy)
    : pathsOf(value).some((path) => GUARDING_LIBRARY.test(path));

/** Whether the options of a request set agents that refuse inner addresses, whatever its scheme is. */
function isGuardedRequest({ fields }: HeapObject): boolean {
  if (isGuardedBy({ id: 0, fields })) return true;
  const agents = AGENTS.flatMap((name) => fields.get(name) ?? []);
  const isHalf = PAIR.filter((name) => fields.has(name)).length === 1;
  return agents.length > 0 && !isHalf && agents.every(isGuardedAgent);
}

/** An address that can never lead to an inner host. */
function outer(value: Value, event: CallEvent): Value {
  const { key: _, ...unkeyed } = value;
  const taints = taintsHere(value, event.frame).map((taint) => ({
    ...taint,
    sanitizedFor: (taint.sanitizedFor | SanitizedFor.URL) & ~SanitizedFor.HOP,
  }));
  return { ...unkeyed, taints };
}

/** A request as rules see it: addresses that its agent checks before each connection need no other check. */
const requested: EventModel = (event) => {
  const { positional } = event.arguments;
  const at = startsWithVerb(event) ? 1 : 0;
  const options = positional.slice(at + 1);
  const isGuarded = options.some(({ objects }) => objects.length > 0 && objects.every(isGuardedRequest));
  if (!isGuarded) return event;
  const given = positional.map((value, index) => (index === at ? outer(value, event) : value));
  return { ...event, arguments: { ...event.arguments, positional: given } };
};

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head'];
const CLIENTS = ['axios', 'got', 'needle', 'superagent', 'request', 'undici'];

/** Requests as rules see them. */
export const REQUEST_EVENTS: Readonly<Record<string, EventModel>> = byName(
  [
    ...['fetch', 'axios', 'got', 'needle', 'request', 'make-fetch-happen'],
    ...CLIENTS.flatMap((client) => VERBS.map((verb) => `${client}.${verb}`)),
    ...['axios.request', 'got.stream', 'needle.request', 'undici.request', 'undici.stream'],
    ...['http', 'https'].flatMap((module) => [`${module}.get`, `${module}.request`]),
  ],
  requested,
);

/** Agents that make the connections of requests. */
export const AGENT_MODELS: Readonly<Record<string, Model>> = byName(
  [
    'http.Agent',
    'https.Agent',
    'undici.Agent',
    'undici.Pool',
    'undici.Client',
    'agentkeepalive',
    'agentkeepalive.HttpsAgent',
  ],
  agent,
);
