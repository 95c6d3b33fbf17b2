import type { CallEvent } from '../../../engine/machine.js';
import { constantValue, textOf } from '../../../engine/value.js';
import { memoByName } from '../../../memo.js';
import { fieldOf } from '../../../models/model.js';
import type { SurfaceCollector } from '../../../surface/collector.js';
import type { Transport } from '../../../surface/surface.js';
import { isFunction } from '../../../surface/tool-objects.js';

/** Server modules that use TLS. */
export const SECURE = /^(?:https\.|http2\.createSecureServer$)/u;

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
    if (kind !== 'started') surface.addListening({ transport: kind, ...at });
    else {
      const type = textOf(fieldOf(event.arguments.positional[0], 'transportType'));
      const isHttp = type === 'httpStream' || type === 'sse';
      surface.addListening({ transport: type === 'sse' ? 'sse' : isHttp ? 'http' : 'stdio', ...at });
    }
  }
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
  if (isSocket(event)) {
    surface.addListening({ transport: 'socket', ...at });
    return;
  }
  const options = event.arguments.positional.find((value) => value.objects.length > 0 && !isFunction(value));
  const host =
    fieldOf(options, 'host') ?? event.arguments.positional.slice(1).find((value) => !isFunction(value));
  surface.addListening({
    transport: 'http',
    ...at,
    ...(host && { host }),
    tls: servers.every((name) => SECURE.test(name)),
  });
}

/** Functions that serve a handler of requests: `serve({ fetch, port, hostname })`. */
const SERVES = /^(?:@hono\/node-server\.serve|Bun\.serve|Deno\.serve)$/u;
const serves = memoByName((name) => SERVES.test(name));

/** They listen on all addresses unless a host name says otherwise. */
function served(event: CallEvent, surface: SurfaceCollector): void {
  if (!event.names.some(serves)) return;
  const [options] = event.arguments.positional;
  const host = fieldOf(options, 'hostname') ?? fieldOf(options, 'host') ?? constantValue('0.0.0.0');
  surface.addListening({
    transport: 'http',
    file: event.frame.module,
    line: event.node.line,
    host,
    tls: false,
  });
}

/** Whether a function of any object starts a transport or a server, by its name. */
export const startsListening = (name: string): boolean => listenerKindOf(name) !== undefined || serves(name);

/** What a call starts that clients connect to. */
export function noteListening(event: CallEvent, surface: SurfaceCollector): void {
  transports(event, surface);
  listens(event, surface);
  served(event, surface);
}
