import type { CallEvent } from '../../engine/events.js';
import type { Value } from '../../engine/values/value.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import names from './names.json' with { type: 'json' };

/** The destination of a request: a URL, or a host name only. */
export interface Destination {
  readonly value: Value;
  readonly isHost?: boolean;
}

export type ReadDestination = (event: CallEvent) => readonly Destination[];

type Table = Readonly<Record<string, ReadDestination>>;

const fieldsOf = (value: Value, names: readonly string[]): Value[] =>
  value.objects.flatMap(({ fields }) => names.flatMap((name) => fields.get(name) ?? []));

const hosts = (values: readonly Value[]): readonly Destination[] =>
  values.map((value) => ({ value, isHost: true }));

/** A URL as text, or in options: `{ url, baseURL }`, `{ hostname, path }`. */
function addresses(value: Value): readonly Destination[] {
  if (value.objects.length === 0) return [{ value }];
  return [
    ...fieldsOf(value, ['url', 'uri', 'baseURL', 'baseUrl', 'prefixUrl', 'URL']).map((each) => ({
      value: each,
    })),
    ...hosts(fieldsOf(value, ['host', 'hostname', 'Host'])),
  ];
}

const at =
  (index: number, name?: string): ReadDestination =>
  (event) =>
    addresses(argument(event, index, name));

/** The URL, and a base URL in the options after it. */
const withBase: ReadDestination = (event) => [
  ...addresses(argument(event, 0)),
  ...event.arguments.positional
    .slice(1)
    .flatMap((value) => fieldsOf(value, ['baseURL', 'prefixUrl']))
    .map((value) => ({ value })),
];

/** A client whose requests share a base URL. */
const baseAddress: ReadDestination = (event) => {
  const value = event.arguments.named.get('base_url');
  return value ? [{ value }] : [];
};

const host =
  (index: number, name?: string): ReadDestination =>
  (event) =>
    hosts([argument(event, index, name)]);

const tableOf = (read: ReadDestination, prefixes: readonly string[], names: readonly string[]): Table =>
  Object.fromEntries(prefixes.flatMap((prefix) => names.map((name) => [prefix + name, read])));

const BARE = [''];
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
const EXPORTED = METHODS.map((name) => name.charAt(0).toUpperCase() + name.slice(1));

const SCRIPT: Table = {
  ...tableOf(at(0), BARE, names.requestCalls.scripts),
  ...tableOf(withBase, ['axios'], ['', '.create', '.request', ...METHODS.map((name) => `.${name}`)]),
  ...tableOf(at(0), names.requestCalls.scriptClients, METHODS),
  ...tableOf(at(1), BARE, ['needle', 'needle.request', 'XMLHttpRequest().open']),
};

const PYTHON_CLIENTS = names.requestCalls.pythonClients;

const PYTHON: Table = {
  ...tableOf(at(0, 'url'), PYTHON_CLIENTS, METHODS),
  ...tableOf(at(1, 'url'), PYTHON_CLIENTS, ['request', 'stream', 'build_request']),
  ...tableOf(at(0, 'url'), BARE, names.requestCalls.python),
  ...tableOf(at(1, 'url'), BARE, ['urllib3.PoolManager().request', 'urllib3.request']),
  ...tableOf(baseAddress, ['httpx.'], ['Client', 'AsyncClient']),
  ...tableOf(host(0, 'host'), BARE, ['http.client.HTTPConnection', 'http.client.HTTPSConnection']),
};

/** `&mcp.SSEClientTransport{Endpoint: url}`. */
const endpoint: ReadDestination = (event) =>
  fieldsOf(argument(event, 0), ['Endpoint']).map((value) => ({ value }));

const GO: Table = {
  ...tableOf(
    endpoint,
    ['github.com/modelcontextprotocol/go-sdk/mcp.'],
    ['SSEClientTransport{}', 'StreamableClientTransport{}'],
  ),
  ...tableOf(at(0), ['net/http.', 'net/http.Client().'], [...EXPORTED, 'PostForm']),
  ...tableOf(at(0), BARE, names.requestCalls.go),
  ...tableOf(at(0), ['github.com/go-resty/resty/v2.New().R().'], EXPORTED),
  ...tableOf(at(1), BARE, [
    'github.com/gorilla/websocket.DefaultDialer.DialContext',
    'github.com/coder/websocket.Dial',
    'nhooyr.io/websocket.Dial',
  ]),
};

/**
 * Calls that only build a request: its host is decided by another call, which sends the request or has opened the
 * connection. Rules about hosts check that call.
 */
export const REQUEST_PARTS: Table = {
  ...tableOf(at(0, 'url'), BARE, ['urllib.request.Request']),
  ...tableOf(at(1), BARE, ['net/http.NewRequest']),
  ...tableOf(at(2), BARE, ['net/http.NewRequestWithContext']),
  ...tableOf(at(1, 'url'), BARE, [
    'http.client.HTTPConnection().request',
    'http.client.HTTPSConnection().request',
  ]),
};

/** The Python calls that send or build requests. */
export const PYTHON_REQUEST_CALLS: readonly string[] = [...Object.keys(PYTHON), 'urllib.request.Request'];

/** The calls that send requests, with their destinations. */
export const REQUEST_CALLS: Table = { ...SCRIPT, ...PYTHON, ...GO };

/** Calls that send a prepared request, and methods that navigate to their argument on any receiver. */
export const REQUEST_METHODS: Table = {
  '.goto': at(0, 'url'),
  '.arun': (event) => {
    const value = event.arguments.named.get('url');
    return value ? [{ value }] : [];
  },
  '.Do': (event) => {
    const request = argument(event, 0);
    return request.objects.some(({ path }) => path === 'net/http.Request()') ? addresses(request) : [];
  },
  'net/http.Client().Do': at(0),
};

/** Calls that hand an address to a device or to the program that the system has for its scheme. */
export const OPENED_ADDRESSES: Table = {
  ...tableOf(at(0, 'url'), BARE, names.requestCalls.opening),
  // The package `open`, not the function of that name that opens files.
  open: (event) => (event.frame.scope.traits.opensFiles ? [] : at(0)(event)),
};

/** The address of a Python socket: a pair of host and port. */
const pair: ReadDestination = (event) => {
  const value = argument(event, 0, 'address');
  const [first] = value.objects.flatMap(({ items }) => items?.slice(0, 1) ?? []);
  return hosts([first ?? value]);
};

/** `net.connect(port, host)` and `net.connect({ port, host })`. */
const scriptSocket: ReadDestination = (event) => {
  const [first, second] = event.arguments.positional;
  const named = first ? fieldsOf(first, ['host', 'hostname']) : [];
  return hosts(second?.targets.length === 0 ? [...named, second] : named);
};

/** The calls that open sockets, with their hosts. */
export const SOCKET_CALLS: Table = {
  ...tableOf(scriptSocket, BARE, [
    'net.connect',
    'net.createConnection',
    'tls.connect',
    'net.Socket().connect',
  ]),
  ...tableOf(pair, ['socket.'], ['create_connection', 'socket().connect', 'socket().connect_ex']),
  ...tableOf(host(0, 'host'), BARE, [
    'asyncio.open_connection',
    'telnetlib.Telnet',
    'telnetlib3.open_connection',
    'smtplib.SMTP',
    'smtplib.SMTP_SSL',
    'ftplib.FTP',
    'imaplib.IMAP4_SSL',
  ]),
  ...tableOf(host(1), BARE, [
    'net.Dial',
    'net.DialTimeout',
    'net.DialTCP',
    'net.DialUDP',
    'crypto/tls.Dial',
    'net.Dialer().Dial',
  ]),
  ...tableOf(host(2), BARE, ['crypto/tls.DialWithDialer', 'net.Dialer().DialContext']),
};
