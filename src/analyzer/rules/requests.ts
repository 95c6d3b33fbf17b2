import { option } from './flows.js';
import { addressOf } from '../models/addresses.js';
import type { CallEvent } from '../engine/machine.js';
import type { Value } from '../engine/value.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'request'];
const of = (clients: readonly string[], methods: readonly string[]): string[] =>
  clients.flatMap((client) => methods.map((method) => `${client}.${method}`));

/** Calls of JavaScript that send a request. */
export const SCRIPT_REQUESTS: readonly string[] = [
  'fetch',
  'axios',
  'got',
  'ky',
  'needle',
  'request',
  'request-promise',
  'undici.request',
  'http.get',
  'https.get',
  'http.request',
  'https.request',
  ...of(['axios', 'got', 'ky', 'needle', 'superagent', 'request', 'axios.create()'], METHODS),
];

/** Calls of Python that send a request. */
export const PYTHON_REQUESTS: readonly string[] = [
  ...of(
    ['requests', 'httpx', 'aiohttp', 'requests.Session()', 'httpx.Client()', 'httpx.AsyncClient()', 'aiohttp.ClientSession()'], // prettier-ignore
    [...METHODS, 'stream'],
  ),
  'urllib.request.urlopen',
  'urllib.request.Request',
  'urllib3.PoolManager().request',
  'urllib3.request',
];

/** Calls of Go that send a request, or make one. */
export const GO_REQUESTS: readonly string[] = [
  ...of(['net/http', 'net/http.Client()'], ['Get', 'Head', 'Post', 'PostForm']),
  'net/http.NewRequest',
  'net/http.NewRequestWithContext',
];

/** All calls that send a request somewhere. */
export const REQUESTS: readonly string[] = [...SCRIPT_REQUESTS, ...PYTHON_REQUESTS, ...GO_REQUESTS];

/** The address of a request; Go's come after the context and the method. */
export function requestAddress(event: CallEvent): Value {
  const { positional } = event.arguments;
  for (const name of event.names) {
    if (name === 'net/http.NewRequestWithContext') return positional[2] ?? addressOf(event);
    if (name === 'net/http.NewRequest') return positional[1] ?? addressOf(event);
  }
  return addressOf(event);
}

const BODIES = ['body', 'data', 'json', 'params', 'form', 'searchParams', 'content', 'files', 'query'];

/** What a request sends besides its headers: its body and its query. */
export function sentBy(event: CallEvent): Value[] {
  const { positional } = event.arguments;
  const fields = BODIES.flatMap((name) => option(event, name) ?? []);
  const go = event.names.some((name) => name.startsWith('net/http.'));
  const second = positional[1];
  const isBody = /^(?:axios|requests|httpx)\.(?:post|put|patch)$/u.test(event.names[0] ?? '') && second;
  return [requestAddress(event), ...fields, ...(isBody ? [second] : []), ...(go ? positional.slice(2) : [])];
}
