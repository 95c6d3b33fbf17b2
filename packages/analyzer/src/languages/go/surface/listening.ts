import type { CallEvent } from '../../../engine/events.js';
import type { ValueFactory } from '../../../engine/machine.js';
import { constantValue, pathsOf, textOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { memoByName } from '../../../common/memo.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import type { Transport } from '../../../surface/surface.js';
import { serverObject } from './servers.js';

/** The transport of the server that a call creates or starts; for HTTP listeners, how they are started. */
const listenerKindOf = memoByName((name): Transport | 'started' | 'plain' | 'tls' | 'run' | undefined => {
  if (/\.ServeStdio$|\.StdioTransport(?:\(\))?$|NewStdioTransport$/u.test(name)) return 'stdio';
  if (/NewSSEServer$|NewSSEHandler$/u.test(name)) return 'sse';
  if (/NewStreamableHTTP(?:Server|Handler)$/u.test(name)) return 'http';
  if (/^net\/http\.(?:Server\(\)\.)?ListenAndServe$/u.test(name)) return 'plain';
  if (/^net\/http\.(?:Server\(\)\.)?ListenAndServeTLS$/u.test(name)) return 'tls';
  if (
    /\/gin\.(?:Default|New)\(\)\.Run$|\/echo(?:\/v\d+)?\.New\(\)\.Start$|\/fiber(?:\/v\d+)?\.New\(\)\.Listen$/u.test(
      name,
    )
  )
    return 'run';
  return /(?:SSEServer|StreamableHTTPServer)\(\)\.Start$/u.test(name) ? 'started' : undefined;
});

/** The names of a call, and of the transport that it runs a server on: `server.Run(ctx, &mcp.StdioTransport{})`. */
export function namesWithTransport({
  method,
  names,
  arguments: { positional },
}: CallEvent): readonly string[] {
  if (method !== 'Run' && method !== 'Connect') return names;
  const given = pathsOf(positional[1] ?? UNKNOWN).filter((path) => path.endsWith('/mcp.StdioTransport()'));
  return given.length === 0 ? names : [...names, ...given];
}

/** The handler of a server: its second argument, or a field of an `http.Server`. */
const handlerOf = ({ arguments: { positional }, receiver, names }: CallEvent): Value | undefined =>
  names.some((name) => name.startsWith('net/http.Server()'))
    ? receiver?.objects.flatMap(({ fields }) => fields.get('Handler') ?? [])[0]
    : positional[1];

/**
 * Notes what a call starts that clients connect to.
 * @param applicationOf the servers that a handler is
 */
export function noteListening(
  event: CallEvent,
  applicationOf: (handler: Value | undefined) => readonly number[],
  machine: ValueFactory,
  surface: SurfaceCollector,
): void {
  const { frame, node, names, arguments: args, receiver } = event;
  const at = { file: frame.module, line: node.line };
  if (names.includes('net.Listen') && textOf(args.positional[0]) === 'unix')
    surface.addListening({ transport: 'socket', ...at });
  for (const name of namesWithTransport(event)) {
    const kind = listenerKindOf(name);
    if (kind === undefined) continue;
    // An `http.Server` has its address in a field.
    const [given] = name.startsWith('net/http.Server()') ? [] : args.positional;
    const host = given ?? (kind === 'run' ? constantValue(':8080') : undefined);
    if (kind === 'stdio') surface.addListening({ transport: kind, ...at });
    else if (kind === 'sse' || kind === 'http')
      surface.addListening(
        { transport: kind, ...at },
        { frame, servers: surface.access.serversOf(serverObject(event, machine, surface)), listens: false },
      );
    else if (kind === 'started')
      surface.addListening(
        { transport: 'http', ...at, ...(host && { host }) },
        { frame, servers: surface.access.serversOf(receiver) },
      );
    else
      surface.addListening(
        {
          transport: 'http',
          ...at,
          ...(host && { host }),
          isServer: true,
          tls: kind === 'tls',
        },
        {
          frame,
          servers: kind === 'run' ? surface.access.serversOf(receiver) : applicationOf(handlerOf(event)),
        },
      );
  }
}
