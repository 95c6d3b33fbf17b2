import type { CallEvent } from '../../../engine/events.js';
import type { Reporter, ValueFactory } from '../../../engine/machine.js';
import { isAbsent } from '../../../engine/values/assumptions.js';
import { Assumption } from '../../../engine/values/reasons.js';
import { constantValue, surely, textOf, type Value } from '../../../engine/values/value.js';
import { memoByName } from '../../../common/memo.js';
import { fieldOf } from '../../../models/model.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import type { Listening, Transport } from '../../../surface/surface.js';
import { isFunction } from '../../../surface/tool-objects.js';
import { libraryAccess } from './library-access.js';
import { fetchHandler, socketServer, verifier } from './routes.js';

/** Server modules that use TLS. */
const SECURE = /^(?:https\.|http2\.createSecureServer$)/u;

const HTTP_TRANSPORT = /StreamableHTTP(?:Server)?Transport$|WebStandardStreamableHTTP/u;

/** The transport of the server that a call creates; for `start`, the arguments say more. */
const listenerKindOf = memoByName((name): Transport | 'started' | undefined => {
  if (name.endsWith('StdioServerTransport')) return 'stdio';
  if (HTTP_TRANSPORT.test(name)) return 'http';
  if (name.endsWith('SSEServerTransport')) return 'sse';
  if (/(?:^|\.)WebSocketServer$|^ws\.Server$/u.test(name)) return 'websocket';
  return /(?:^FastMCP|\.FastMCP)\(\)\.start$/u.test(name) ? 'started' : undefined;
});

/** Transports, and the addresses on which servers listen. */
function transports(event: CallEvent, surface: SurfaceCollector): void {
  const { frame, node, names } = event;
  const at = { file: frame.module, line: node.line };
  for (const name of names) {
    const kind = listenerKindOf(name);
    if (kind === undefined) continue;
    if (kind === 'websocket') continue;
    if (kind !== 'started') surface.addListening({ transport: kind, ...at, ...ownChecks(event) }, { frame });
    else started(event, surface);
  }
}

/** `server.start({ transportType: "httpStream", httpStream: { port, host } })` of FastMCP, whose options may be one of several. */
function started(event: CallEvent, surface: SurfaceCollector): void {
  const { frame, node, receiver, arguments: args } = event;
  const at = { file: frame.module, line: node.line };
  const where = { frame, servers: surface.access.serversOf(receiver) };
  const options = args.positional[0]?.objects ?? [];
  if (options.length === 0) surface.addListening({ transport: 'stdio', ...at }, where);
  for (const { fields } of options) {
    const transport = startedKind(fields.get('transportType'));
    const host = fieldOf(fields.get('httpStream') ?? fields.get('sse'), 'host');
    surface.addListening({ transport, ...at, ...(host && { host }) }, where);
  }
}

/** Any value but a constant may be each of the transports: a server that is given one is not only for standard input. */
function startedKind(type: Value | undefined): Transport {
  const text = textOf(type);
  if (text === undefined) return type ? 'http' : 'stdio';
  return text === 'sse' ? 'sse' : text === 'httpStream' ? 'http' : 'stdio';
}

/** What a transport checks by itself: `{ enableDnsRebindingProtection: true }`. */
function ownChecks(event: CallEvent): Pick<Listening, 'access'> {
  for (const options of event.arguments.positional) {
    const given = fieldOf(options, 'enableDnsRebindingProtection');
    if (!given || surely(given, false)) continue;
    const isOptional = isAbsent(given, Assumption.DEFAULTS);
    return { access: { authentication: 'none', origin: isOptional ? 'optional' : 'required' } };
  }
  return {};
}

/** A server of WebSockets: `new WebSocketServer({ port, verifyClient })`. */
function sockets(event: CallEvent, machine: Reporter & ValueFactory, surface: SurfaceCollector): void {
  if (!event.names.some((name) => listenerKindOf(name) === 'websocket')) return;
  const { frame, node } = event;
  const [options] = event.arguments.positional;
  const servers = surface.access.serversOf(socketServer(event, machine, surface));
  const verify = fieldOf(options, 'verifyClient');
  surface.access.mount(surface.access.serversOf(fieldOf(options, 'server')), servers, event);
  if (verify) {
    const access = verifier(event, verify, machine, surface);
    surface.access.guard(servers, access, frame);
    surface.access.use({ servers, isFilter: true, values: [verify] }, event, libraryAccess);
  }
  surface.addListening(
    { transport: 'websocket', file: frame.module, line: node.line },
    { frame, servers, listens: !fieldOf(options, 'noServer') && !fieldOf(options, 'server') },
  );
}

const LISTENS = /(?:express|fastify|https?\.(?:Server|createServer)|koa|Koa|Hono|polka)\b.*\.listen$/u;

/** Names of variables with the path of a socket or of a pipe. */
const SOCKET_NAME = /(?:sock|socket|pipe)_?(?:path|file|name)$/iu;

/** `server.listen(path)`, `server.listen({ path })`: a socket in the file system, or a named pipe. */
function isSocket({ arguments: { positional }, node }: CallEvent): boolean {
  const [first] = positional;
  const path = fieldOf(first, 'path');
  if (path) return !fieldOf(first, 'port');
  const texts = [first, ...(first?.parts ?? [])].flatMap((part) => part?.constants ?? []);
  if (texts.length > 0) return texts.some((text) => typeof text === 'string' && /[/\\]|\.sock$/u.test(text));
  const given = node.arguments[0]?.value;
  const name = given?.kind === 'name' ? given.name : given?.kind === 'member' ? given.property : '';
  return SOCKET_NAME.test(name);
}

/** `server.listen(port, host)`: the address of an HTTP server. */
function listens(event: CallEvent, surface: SurfaceCollector): void {
  if (event.method !== 'listen') return;
  const servers = event.names.filter((name) => LISTENS.test(name));
  if (servers.length === 0) return;
  const at = { file: event.frame.module, line: event.node.line };
  const place = { frame: event.frame, servers: surface.access.serversOf(event.receiver) };
  if (isSocket(event)) {
    surface.addListening({ transport: 'socket', ...at }, place);
    return;
  }
  const options = event.arguments.positional.find((value) => value.objects.length > 0 && !isFunction(value));
  const host =
    fieldOf(options, 'host') ?? event.arguments.positional.slice(1).find((value) => !isFunction(value));
  surface.addListening(
    {
      transport: 'http',
      ...at,
      ...(host && { host }),
      isServer: true,
      tls: servers.every((name) => SECURE.test(name)),
    },
    place,
  );
}

/** Functions that serve a handler of requests: `serve({ fetch, port, hostname })`. */
const SERVES = /^(?:@hono\/node-server\.serve|Bun\.serve|Deno\.serve)$/u;
const serves = memoByName((name) => SERVES.test(name));

/** They listen on all addresses unless a host name says otherwise. */
function served(event: CallEvent, machine: Reporter & ValueFactory, surface: SurfaceCollector): void {
  if (!event.names.some(serves)) return;
  const [options] = event.arguments.positional;
  const host = fieldOf(options, 'hostname') ?? fieldOf(options, 'host') ?? constantValue('0.0.0.0');
  const servers = fetchHandler(event, machine, surface);
  surface.addListening(
    {
      transport: 'http',
      file: event.frame.module,
      line: event.node.line,
      host,
      isServer: true,
      tls: false,
    },
    { frame: event.frame, servers },
  );
}

/** Whether a function of any object starts a transport or a server, by its name. */
export const startsListening = (name: string): boolean => listenerKindOf(name) !== undefined || serves(name);

/** What a call starts that clients connect to. */
export function noteListening(
  event: CallEvent,
  machine: Reporter & ValueFactory,
  surface: SurfaceCollector,
): void {
  transports(event, surface);
  sockets(event, machine, surface);
  listens(event, surface);
  served(event, machine, surface);
}
