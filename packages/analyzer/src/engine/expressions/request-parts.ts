import { memoByName, memoByNode } from '../../common/memo.js';
import type { Expression, Member } from '../../ir/program.js';
import { lastNameOf, parameterNames } from '../../ir/walk.js';
import type { CallEvent } from '../events.js';
import type { Frame } from '../frame.js';
import type { ValueFactory } from '../machine.js';
import { assuming } from '../values/assumptions.js';
import { Assumption } from '../values/reasons.js';
import { constantOf, pathsOf, type Value } from '../values/value.js';
import names from '../names.json' with { type: 'json' };

const oneOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`, 'iu');

const { requestParts } = names;
const CREDENTIAL = oneOf(requestParts.credentials);
const WEAK = oneOf(requestParts.weak);
const ORIGIN = oneOf(requestParts.origins);
const HOLDERS = new Set(requestParts.holders);
const IDENTITIES = new Set(requestParts.identities);
const GETTERS = new Set(requestParts.getters);

/** An address that is not the server's. */
const FOREIGN = 'https://elsewhere.example';

/** What a part of a request is by its name. */
const kindOf = memoByName((name): 'credential' | 'weak' | 'origin' | undefined => {
  const plain = name.replace(/^(?:http_)?/iu, '').replaceAll('_', '-');
  if (CREDENTIAL.test(plain)) return 'credential';
  if (ORIGIN.test(plain) || ORIGIN.test(name)) return 'origin';
  return WEAK.test(name) || WEAK.test(plain) ? 'weak' : undefined;
});

/** Whether a value comes from an HTTP request. */
export const isOfRequest = ({ taints }: Value): boolean =>
  taints.some(({ source }) => source.kind === 'http-request');

/** A part of a request that a name stands for, as it is under assumptions. */
function assumedPart(value: Value, name: string, isHeld: boolean): Value {
  const kind = kindOf(name);
  if (kind === 'credential' || (kind === 'weak' && isHeld))
    return assuming(value, null, { because: Assumption.ANONYMOUS });
  return kind === 'origin' && isHeld ? assuming(value, FOREIGN, { because: Assumption.FOREIGN }) : value;
}

/** Whether an expression is the headers, cookies or the query of a request. */
const isHolder = (node: Expression): boolean => HOLDERS.has(lastNameOf(node));

const parametersOf = memoByNode(parameterNames);

/** Whether an expression is a parameter, as the request of a handler is. */
const isParameter = (node: Expression, { function: definition }: Frame): boolean =>
  node.kind === 'name' && definition !== undefined && parametersOf(definition).has(node.name);

/** A part of the request that a library keeps in a variable: a client sends it. */
function ofVariable(value: Value, { line }: Member, frame: Frame, machine: ValueFactory): Value {
  if (value.taints.length > 0 || !pathsOf(value).some(isVariable)) return value;
  const taint = machine.source('http-request', 'the request', frame, line);
  return { ...value, taints: [taint], key: machine.newKey() };
}

/** A field of a request: a credential that it does not have under assumptions, an origin that is not the server's. */
export function partOfRequest(
  given: Value,
  object: Value,
  node: Member,
  frame: Frame,
  machine: ValueFactory,
): Value {
  if (frame.entry.kind !== 'route' || given.assumed) return given;
  if (!isOfRequest(object) && !isOfCurrent(object)) return given;
  const value = ofVariable(given, node, frame, machine);
  if (IDENTITIES.has(node.property) && !isHolder(node.object))
    return assuming(value, null, { because: Assumption.ANONYMOUS });
  const isHeld = isHolder(node.object);
  if (!isHeld && isParameter(node.object, frame) && kindOf(node.property) === 'origin')
    return assumedPart(value, node.property, true);
  return assumedPart(value, node.property, isHeld);
}

/** `const { authorization } = request.headers`: of names that also stand for other fields, it is not known of what. */
export function partTaken(value: Value, name: string, object: Value, frame: Frame): Value {
  if (frame.entry.kind !== 'route' || value.assumed || !isOfRequest(object)) return value;
  return kindOf(name) === 'weak' ? value : assumedPart(value, name, true);
}

/** What is outside of the package and is the current request, or a part of it. */
const CURRENT =
  /(?:^|\.)(?:get_http_headers|get_http_request|headers)\(\)|^(?:flask|quart|bottle)\.request\b/u;
/** A variable of a library that holds the request which is being answered. */
const VARIABLE =
  /^(?:flask|quart|bottle)\.request\.(?:json|args|form|data|files|values|headers|cookies|body|query|get_json|get_data)$/u;

const isCurrent = memoByName((path) => CURRENT.test(path));
const isVariable = memoByName((path) => VARIABLE.test(path));

/** Whether a value is of the current request, wherever the code got it from. */
const isOfCurrent = (value: Value): boolean => pathsOf(value).some(isCurrent);

/** `request.get("authorization")`, `headers.get("origin")`; undefined for other calls. */
export function partGotten(event: CallEvent, result: Value): Value | undefined {
  const {
    frame,
    method = '',
    receiver,
    arguments: { positional },
    node,
  } = event;
  if (frame.entry.kind !== 'route' || !receiver || !GETTERS.has(method)) return undefined;
  if (!isOfRequest(receiver) && !isOfCurrent(receiver)) return undefined;
  if (method === 'BasicAuth') return assuming(result, null, { because: Assumption.ANONYMOUS });
  // Hono's `getCookie(context, name)` has the name after the context.
  const name = positional.map(constantOf).find((each) => typeof each === 'string');
  if (typeof name !== 'string') return undefined;
  const holder = node.callee.kind === 'member' ? node.callee.object : undefined;
  const isHeld =
    method.toLowerCase() !== 'get' || (holder !== undefined && isHolder(holder)) || kindOf(name) === 'origin';
  const part = assumedPart(result, name, isHeld);
  return part === result ? undefined : part;
}

/** A parameter of a handler that a framework fills with a part of the request of its name. */
export const parameterOfRequest = (value: Value, name: string): Value =>
  IDENTITIES.has(name) || /^cred(?:ential)?s?$/u.test(name)
    ? assuming(value, null, { because: Assumption.ANONYMOUS })
    : assumedPart(value, name, true);

/** `name == "authorization"`: under assumptions, a request has no header of such a name. */
export function namesCredential(left: Value, right: Value): boolean {
  const named = constantOf(isOfRequest(left) ? right : left);
  const isRead = isOfRequest(left) || isOfRequest(right);
  return isRead && typeof named === 'string' && kindOf(named) === 'credential';
}
