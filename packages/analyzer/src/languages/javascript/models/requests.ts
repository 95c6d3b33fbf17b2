import type { CallEvent } from '../../../engine/events.js';
import type { Machine } from '../../../engine/machine.js';
import { findMethod } from '../../../engine/expressions/members.js';
import { taintsWithin } from '../../../engine/values/objects.js';
import { SanitizedFor, sanitize } from '../../../engine/values/taint.js';
import {
  join,
  joinAll,
  objectValue,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import { closuresOf } from '../../../models/callbacks.js';
import { byName, type Model } from '../../../models/model.js';
import { type ArgumentIndex, argument } from '../../../engine/expressions/call-arguments.js';
import { sameUrl } from '../../../models/urls.js';

const PATH = 'Request()';
/** The maximum nesting of request options: `{ headers: { name: value } }`, and some more. */
const DEPTH = 6;

const isRequest = ({ path }: HeapObject): boolean => path === PATH;

/** An object as a URL: that of a request, the result of its own toString, or anything it holds. */
function addressOfObject(value: Value, event: CallEvent, machine: Machine): Value {
  const { objects } = value;
  const hasToString = objects.every(
    ({ fields, class: info }) => fields.has('toString') || (info && findMethod(info, 'toString')),
  );
  const toText = hasToString ? machine.member(value, 'toString', event.frame, event.node) : UNKNOWN;
  const noArguments = { positional: [], named: new Map<string, Value>() };
  const text = joinAll(
    closuresOf(toText).map((closure) => machine.run(closure, noArguments, event.frame, event.node, value)),
  );
  if (text.constants ?? text.parts ?? text.taints[0]) return text;
  const urls = objects.flatMap(({ fields }) => fields.get('url') ?? fields.get('href') ?? []);
  if (urls.length === objects.length) return joinAll(urls);
  const taints = taintsWithin(value, event.frame, DEPTH);
  return taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints, key: machine.newKey() };
}

/** The URL with which a request is made. */
function addressGiven(value: Value, event: CallEvent, machine: Machine): Value {
  if (value.objects.length === 0) return value;
  const address = addressOfObject(value, event, machine);
  const isObject = value.objects.every(isRequest) || !(value.constants ?? value.parts ?? value.taints[0]);
  return isObject ? address : join({ ...value, objects: [] }, address);
}

/** An option of a request: it is sent to the URL, and does not choose it. */
function asOption(value: Value, event: CallEvent): Value {
  const taints = sanitize(taintsWithin(value, event.frame, DEPTH), SanitizedFor.URL);
  return { ...value, objects: [], taints };
}

/**
 * The options of a request, starting with those of the request that it is created from. Values under unknown names may
 * be sent.
 */
function optionsOf(values: readonly Value[], event: CallEvent): Map<string, Value> {
  const options = new Map<string, Value>();
  const add = (name: string, value: Value): void => {
    const existing = options.get(name);
    const option = asOption(value, event);
    options.set(name, existing ? join(existing, option) : option);
  };
  for (const value of values) {
    for (const { fields, rest } of value.objects) {
      for (const [name, field] of fields) add(name, field);
      if (rest) add('body', rest);
    }
    if (value.objects.length === 0 && value.taints.length > 0) add('body', value);
  }
  return options;
}

/** `super(url, options)`: the object under construction is the request. */
const isBase = ({ callee }: CallEvent['node']): boolean => callee.kind === 'name' && callee.name === 'super';

/** `new Request(url, options)`: its URL, with the data that is sent there. */
const request =
  (index: ArgumentIndex): Model =>
  (event, machine) => {
    const { frame, node } = event;
    const { positional, spread } = event.arguments;
    const from = argument(event, index);
    const address = { positional: [addressGiven(from, event, machine)], named: new Map<string, Value>() };
    const url = { ...UNKNOWN, ...sameUrl(0)({ ...event, arguments: address }, machine), targets: [] };
    const init = index === 'receiver' ? [] : [...positional.slice(1), ...(spread ? [spread] : [])];
    const before = from.objects.filter(isRequest).map(objectValue);
    const fields = optionsOf([...before, ...init], event).set('url', url);
    for (const object of isBase(node) ? (frame.self?.objects ?? []) : [])
      for (const [name, value] of fields) object.fields.set(name, value);
    return { ...url, objects: [{ id: machine.newId(), fields, path: PATH }] };
  };

/** Functions that create requests to be sent later. */
export const REQUEST_CLASSES = ['Request', 'undici.Request', 'node-fetch.Request'];

export const REQUESTS: Readonly<Record<string, Model>> = {
  ...byName(REQUEST_CLASSES, request(0)),
  'Request().clone': request('receiver'),
};
