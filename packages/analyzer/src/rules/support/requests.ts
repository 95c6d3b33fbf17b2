import type { CallEvent } from '../../engine/events.js';
import type { Value } from '../../engine/values/value.js';
import { addressOf } from '../../models/addresses.js';
import { PYTHON_REQUEST_CALLS, REQUEST_CALLS, REQUEST_PARTS, type ReadDestination } from './request-calls.js';

/** A map, because packages may export names such as `constructor`. */
const TABLE: ReadonlyMap<string, ReadDestination> = new Map(
  Object.entries({ ...REQUEST_CALLS, ...REQUEST_PARTS }),
);

/** The names of all calls that send or build requests. */
export const REQUESTS: readonly string[] = [...TABLE.keys()];

/** The Python calls among them. */
export const PYTHON_REQUESTS: readonly string[] = PYTHON_REQUEST_CALLS;

/** The URL of a request: the first one given, or what looks like one. */
export function requestAddress(event: CallEvent): Value {
  for (const name of event.names) {
    const [first] = TABLE.get(name)?.(event) ?? [];
    if (first) return first.value;
  }
  return addressOf(event);
}

const BODIES = ['body', 'data', 'json', 'params', 'form', 'searchParams', 'content', 'files', 'query'];

/** Calls whose second argument is the body when it is passed by position. */
const SECOND_IS_BODY =
  /^(?:axios|requests|niquests|httpx|curl_cffi\.requests|cloudscraper\.create_scraper\(\))\.(?:post|put|patch)$|^(?:navigator\.sendBeacon|urllib\.request\.(?:urlopen|Request))$/u;
const THIRD_IS_BODY = /^http\.client\.HTTPS?Connection\(\)\.request$|^needle(?:\.request)?$/u;

/** An option of a call, from named arguments and from every options object. */
function optionsNamed({ arguments: { positional, named } }: CallEvent, name: string): Value[] {
  const value = named.get(name);
  const held = positional.flatMap(({ objects }) => objects.flatMap(({ fields }) => fields.get(name) ?? []));
  return value ? [...held, value] : held;
}

/** The headers of a request, where credentials for the service belong. */
export const headersOf = (event: CallEvent): Value[] => optionsNamed(event, 'headers');

/** What a request sends besides headers: its URL, body and query. */
export function sentBy(event: CallEvent): Value[] {
  const { positional } = event.arguments;
  const [name = ''] = event.names;
  const fields = BODIES.flatMap((each) => optionsNamed(event, each));
  const [, second, third] = positional;
  return [
    requestAddress(event),
    ...fields,
    ...(SECOND_IS_BODY.test(name) && second ? [second] : []),
    ...(THIRD_IS_BODY.test(name) && third ? [third] : []),
    ...(event.names.some((each) => each.startsWith('net/http.')) ? positional.slice(2) : []),
  ];
}
