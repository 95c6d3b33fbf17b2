import type { ValueFactory } from '../engine/machine.js';
import { callPart, CLIENT_INFO } from '../engine/values/external-names.js';
import { externalValue, objectValue, UNKNOWN, type Value } from '../engine/values/value.js';
import names from './names.json' with { type: 'json' };

/** Answers to what a server has asked for: the client gives them with the same call again. */
export const INPUT_RESPONSES = externalValue(callPart('inputResponses'));
/** What a server has handed to the client to be given back, and nothing has verified. */
export const REQUEST_STATE = externalValue(callPart('requestState'));
/** What a client says that it is. */
export const CLIENT = externalValue(CLIENT_INFO);

/** Keys under which a client says what it is. */
export const CLIENT_KEYS: readonly string[] = names.callParts.clientInfo;

/** Keys of `_meta` that the protocol has defined: what they hold is no input of a tool. */
const DEFINED = new Set(names.callParts.defined);

/** `_meta` of a call: a client sends it with what it wants in it. */
export function metaOf(machine: ValueFactory): Value {
  const fields = [...DEFINED].map((key) => [key, UNKNOWN] as const);
  const client = CLIENT_KEYS.map((key) => [key, CLIENT] as const);
  return objectValue({
    id: machine.newId(),
    fields: new Map([...fields, ...client]),
    rest: externalValue(callPart('_meta')),
  });
}

/** The parts of a request besides its arguments, under the names that SDKs give them. */
export function requestParts(machine: ValueFactory): readonly (readonly [string, Value])[] {
  const meta = metaOf(machine);
  return [
    ...['inputResponses', 'input_responses'].map((name) => [name, INPUT_RESPONSES] as const),
    ...['requestState', 'request_state'].map((name) => [name, REQUEST_STATE] as const),
    ...['_meta', 'meta'].map((name) => [name, meta] as const),
  ];
}
