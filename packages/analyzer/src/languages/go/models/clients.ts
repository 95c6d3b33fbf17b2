import { taintsHere } from '../../../engine/values/derive.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Caller, ValueFactory } from '../../../engine/machine.js';
import { findMethod } from '../../../engine/expressions/members.js';
import { SanitizedFor } from '../../../engine/values/taint.js';
import {
  constantOf,
  externalValue,
  objectValue,
  UNKNOWN,
  type Closure,
  type HeapObject,
  type Target,
  type Value,
} from '../../../engine/values/value.js';
import type { Expression, FunctionDefinition } from '../../../ir/program.js';
import { lastNameOf, nodesWithin } from '../../../ir/walk.js';
import { byName, type EventModel } from '../../../models/model.js';

const CLIENT = 'net/http.Client()';
const REQUEST = 'net/http.Request()';

/** Libraries whose functions refuse inner addresses. */
const GUARDING_LIBRARY = /(?:^|[/.])(?:ssrf|safeurl|safedialer|safehttp)\b/iu;
/** How many transports may wrap each other. */
const MAX_WRAPPED = 3;

/** A symbolic address for testing whether a function refuses it. */
function probe(event: CallEvent, machine: ValueFactory): Value {
  const taint = machine.source('remote-content', 'the address of a connection', event.frame, event.node.line);
  return { ...UNKNOWN, taints: [taint], key: machine.newKey() };
}

/** What a function that returns no error has established about an address: bits of SanitizedFor. */
function shownOf(
  address: Value,
  closure: Closure,
  positional: readonly Value[],
  event: CallEvent,
  machine: Caller,
): number {
  // It is called by the library, however deep the request is.
  const frame = { ...event.frame, depth: 0 };
  const result = machine.run(closure, { positional, named: new Map() }, frame, event.node);
  const [several] = result.objects.flatMap(({ items }) => (items ? [items] : []));
  const facts = (result.guards ?? several?.at(-1)?.guards)?.whenFalse ?? [];
  const always = address.key === undefined ? 0 : event.frame.scope.flow.sanitizedForKey(address.key);
  return facts.reduce(
    (bits, fact) => ('sanitizedFor' in fact && fact.key === address.key ? bits | fact.sanitizedFor : bits),
    always,
  );
}

const isInnerRefused = (bits: number): boolean => (bits & SanitizedFor.URL) !== 0;

/** Whether a function whose address parameter has an index, counted from the end, returns an error for inner hosts. */
function refusesAt(
  fromEnd: number,
  closure: Closure,
  event: CallEvent,
  machine: Caller & ValueFactory,
): boolean {
  const { parameters } = closure.function;
  const address = probe(event, machine);
  const index = parameters.length - fromEnd;
  const given = parameters.map((_, each) => (each === index ? address : UNKNOWN));
  return isInnerRefused(shownOf(address, closure, given, event, machine));
}

/** Whether all targets of a value refuse inner addresses. */
const everyTarget = (value: Value, test: (target: Target) => boolean): boolean =>
  value.targets.length > 0 && value.targets.every(test);

const isLibraryGuard = (target: Target): boolean =>
  target.kind === 'external' && GUARDING_LIBRARY.test(target.path);

/** `net.Dialer{Control: f}`: f(network, address, connection) is called before each connection. */
export function guardsConnections(
  dialer: HeapObject,
  event: CallEvent,
  machine: Caller & ValueFactory,
): boolean {
  const control = dialer.fields.get('ControlContext') ?? dialer.fields.get('Control');
  if (!control) return false;
  return everyTarget(
    control,
    (target) => isLibraryGuard(target) || (target.kind === 'closure' && refusesAt(2, target, event, machine)),
  );
}

/** `DialContext: f` where f refuses inner addresses, or is a method of a dialer that does. */
const dialsGuarded = (dial: Value, event: CallEvent, machine: Caller & ValueFactory): boolean =>
  everyTarget(dial, (target) => {
    if (target.kind === 'closure') return refusesAt(1, target, event, machine);
    if (target.kind !== 'external') return false;
    return (
      isLibraryGuard(target) || (target.self !== undefined && guardsConnections(target.self, event, machine))
    );
  });

/** A request as a transport or a redirect check receives it. */
const requestTo = (address: Value, machine: ValueFactory): Value => {
  const url = { ...address, targets: externalValue('net/url.URL()').targets };
  return objectValue({ id: machine.newId(), fields: new Map([['URL', url]]), path: REQUEST });
};

/** `RoundTrip(request)` of a transport of the package, which is called again for each redirect. */
function tripRefuses(transport: HeapObject, event: CallEvent, machine: Caller & ValueFactory): boolean {
  const method = transport.class && findMethod(transport.class, 'RoundTrip');
  if (!method) return false;
  const address = probe(event, machine);
  const closure = { ...method, self: objectValue(transport) };
  return isInnerRefused(shownOf(address, closure, [requestTo(address, machine)], event, machine));
}

/** Whether a transport refuses to connect to inner addresses: by itself, or through the transport that it wraps. */
function guardsTransport(
  transport: HeapObject,
  event: CallEvent,
  machine: Caller & ValueFactory,
  depth = 0,
): boolean {
  const dials = ['DialContext', 'Dial', 'DialTLSContext', 'DialTLS'].flatMap(
    (name) => transport.fields.get(name) ?? [],
  );
  if (dials.length > 0) return dials.every((dial) => dialsGuarded(dial, event, machine));
  if (tripRefuses(transport, event, machine)) return true;
  if (!transport.class || depth >= MAX_WRAPPED) return false;
  return [...transport.fields.values()].some(
    ({ objects }) =>
      objects.length > 0 && objects.every((inner) => guardsTransport(inner, event, machine, depth + 1)),
  );
}

function isGuardedClient(client: HeapObject, event: CallEvent, machine: Caller & ValueFactory): boolean {
  const { objects = [] } = client.fields.get('Transport') ?? {};
  return objects.length > 0 && objects.every((transport) => guardsTransport(transport, event, machine));
}

/** `http.ErrUseLastResponse`, `errRefused`, `errors.New(…)`: not a variable that may be nil. */
const isErrorMade = (value: Expression | undefined): boolean =>
  value?.kind === 'call'
    ? /^(?:New|Errorf)$/u.test(lastNameOf(value.callee))
    : /^[eE]rr[A-Z]/u.test(lastNameOf(value));

/** Whether each return of a function is an error: `http.ErrUseLastResponse`, `errors.New(…)`. */
const refusesAll = ({ body }: FunctionDefinition): boolean =>
  [...nodesWithin(body, false)].every((node) => node.kind !== 'return' || isErrorMade(node.value));

/** `CheckRedirect: f` where f follows no redirect, or checks the address of each; an unknown function is trusted to do so. */
function checksRedirects(check: Value, event: CallEvent, machine: Caller & ValueFactory): boolean {
  if (constantOf(check) === null) return false;
  return check.targets.every((target) => {
    if (target.kind !== 'closure') return true;
    const address = probe(event, machine);
    const given = [requestTo(address, machine), UNKNOWN];
    return isInnerRefused(shownOf(address, target, given, event, machine)) || refusesAll(target.function);
  });
}

/** A client without a redirect check that checks nothing. */
function withoutIdleCheck(client: HeapObject, event: CallEvent, machine: Caller & ValueFactory): HeapObject {
  const check = client.fields.get('CheckRedirect');
  if (!check || checksRedirects(check, event, machine)) return client;
  const fields = new Map(client.fields);
  fields.delete('CheckRedirect');
  return { ...client, fields };
}

/** An address, or a request to it, that can never lead to an inner host. */
function outer(value: Value, event: CallEvent): Value {
  const { key: _, ...unkeyed } = value;
  const taints = taintsHere(value, event.frame).map((taint) => ({
    ...taint,
    sanitizedFor: (taint.sanitizedFor | SanitizedFor.URL) & ~SanitizedFor.HOP,
  }));
  const objects = value.objects.map((object) => {
    const url = object.path === REQUEST ? object.fields.get('URL') : undefined;
    return url ? { ...object, fields: new Map([...object.fields, ['URL', outer(url, event)]]) } : object;
  });
  return { ...unkeyed, taints, objects };
}

/** A client's request: addresses that the client checks before each connection and redirect need no other check. */
const requested: EventModel = (event, machine) => {
  const { receiver, arguments: args } = event;
  if (!receiver || receiver.objects.length === 0) return event;
  const clients = receiver.objects.map((client) => withoutIdleCheck(client, event, machine));
  const described = { ...event, receiver: { ...receiver, objects: clients } };
  if (!clients.every((client) => client.path === CLIENT && isGuardedClient(client, event, machine)))
    return described;
  const [first, ...others] = args.positional;
  return first
    ? { ...described, arguments: { ...args, positional: [outer(first, event), ...others] } }
    : described;
};

/** Client requests as rules see them. */
export const REQUEST_EVENTS: Readonly<Record<string, EventModel>> = byName(
  ['Get', 'Post', 'PostForm', 'Head', 'Do'].map((name) => `${CLIENT}.${name}`),
  requested,
);
