import { taintsHere } from '../engine/values/derive.js';
import type { CallEvent } from '../engine/events.js';
import type { Frame } from '../engine/frame.js';
import { CLIENT_SOURCES, SanitizedFor } from '../engine/values/taint.js';
import { textOf, UNKNOWN, type Value } from '../engine/values/value.js';

const VERBS = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/iu;
const FIELDS = ['url', 'uri', 'baseURL', 'href', 'URL'];

/** Whether the first argument of a request is its verb: `needle("get", url)`. */
export const startsWithVerb = ({ arguments: { positional } }: CallEvent): boolean =>
  VERBS.test(textOf(positional[0]) ?? '');

/** The URL of a call that sends a request. */
export function addressOf(event: CallEvent): Value {
  const { positional, named } = event.arguments;
  const [first, second] = positional;
  const given = startsWithVerb(event) ? second : first;
  const field = FIELDS.map((name) => named.get(name) ?? given?.objects[0]?.fields.get(name)).find(
    (value) => value !== undefined,
  );
  return field ?? given ?? UNKNOWN;
}

/** The source name of responses from a URL that a client controls. Rules check for it. */
export const CHOSEN_ADDRESS = 'the answer of an address that the client gives';

const MAX_SHOWN_LENGTH = 120;

/** The URL of a request as far as it is known, without parts that may be secret: `https://api.example.com/items/…`. */
export function describeAddress(address: Value): string {
  const parts = address.parts ?? [address];
  const described = parts
    .map(({ constants }) => (constants?.length === 1 ? String(constants[0]) : '…'))
    .join('')
    .replace(/\/\/[^/@\s]*@/u, '//')
    .replace(/[?#][\s\S]*$/u, '')
    .replace(/…+/gu, '…');
  return described.length > MAX_SHOWN_LENGTH ? `${described.slice(0, MAX_SHOWN_LENGTH)}…` : described;
}

/** Whether a client controls the host of a URL. */
function isChosen(address: Value, frame: Frame): boolean {
  const [first] = address.parts ?? [address];
  if (!first || first.constants) {
    // `https://${host}/…`
    if (!/^(?:https?:)?\/{0,2}$/iu.test(describeAddress({ ...UNKNOWN, parts: first ? [first] : [] })))
      return false;
    const [, second] = address.parts ?? [];
    return second !== undefined && isClients(second, frame);
  }
  return isClients(first, frame);
}

const isClients = (value: Value, frame: Frame): boolean =>
  taintsHere(value, frame).some(
    ({ source, sanitizedFor }) => CLIENT_SOURCES.has(source.kind) && (sanitizedFor & SanitizedFor.URL) === 0,
  );

/** The source name of the response to a request. */
export function answerOf(event: CallEvent): string {
  const address = addressOf(event);
  if (isChosen(address, event.frame)) return CHOSEN_ADDRESS;
  const described = describeAddress(address);
  return described === '…' || described === '' ? 'the answer to a request' : `the answer of ${described}`;
}
