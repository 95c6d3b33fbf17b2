import { argument } from '../../../engine/expressions/call-arguments.js';
import { textOf, UNKNOWN } from '../../../engine/values/value.js';
import { byName, source, type Model } from '../../../models/model.js';
import { got, put, storage } from '../../../models/request-contexts.js';
import names from './names.json' with { type: 'json' };

const VARIABLE = 'contextvars.ContextVar';

const request = source('http-request', () => 'the HTTP request');

/** What code leaves for the code that runs for the same request, and functions that return that request. */
export const CONTEXTS: Readonly<Record<string, Model>> = {
  [VARIABLE]: storage,
  [`${VARIABLE}().set`]: put,
  [`${VARIABLE}().get`]: got,
  ...byName(names.contexts.requests, request),
};

const stateNamed = (name: string): string => `state ${name}`;

/** `context.set_state("name", value)`. */
const stateSet: Model = (event, machine) => {
  const name = textOf(argument(event, 0, 'key'));
  const value = event.arguments.named.get('value') ?? event.arguments.positional[1];
  if (name !== undefined && value) machine.putInContext(stateNamed(name), value, event.frame);
  return UNKNOWN;
};

/** `context.get_state("name")`. */
const stateGot: Model = (event, machine) => {
  const name = textOf(argument(event, 0, 'key'));
  return name === undefined ? undefined : machine.inContext(stateNamed(name), event.frame);
};

/** Methods of the context of a request. */
export const CONTEXT_METHODS: Readonly<Record<string, Model>> = {
  set_state: stateSet,
  get_state: stateGot,
  get_http_request: request,
};
