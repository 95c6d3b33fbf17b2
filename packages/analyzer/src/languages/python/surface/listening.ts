import type { CallEvent } from '../../../engine/events.js';
import { assumedConstant } from '../../../engine/values/assumptions.js';
import { constantOf, surely, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { memoByName } from '../../../common/memo.js';
import type { Access } from '../../../surface/access/checks.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import type { Transport } from '../../../surface/surface.js';
import names from './names.json' with { type: 'json' };

const SERVED = new RegExp(`^(?:${names.listening.served.join('|')})$`, 'u');

/** The transport that a call creates or starts; for `serve` and `run`, the arguments say more. */
const listenerKindOf = memoByName((name): Transport | 'served' | 'run' | undefined => {
  if (name.endsWith('stdio_server') || name.endsWith('.run_stdio_async')) return 'stdio';
  if (name.endsWith('SseServerTransport') || name.endsWith('.run_sse_async')) return 'sse';
  if (name.endsWith('StreamableHTTPSessionManager')) return 'http';
  if (/\.run_(?:streamable_)?http_async$/u.test(name)) return 'http';
  if (SERVED.test(name) || /(?:Flask|Sanic|Quart)\(\)\.run$/u.test(name)) return 'served';
  return /(?:FastMCP|MCPServer)\(\)\.run(?:_async)?$/u.test(name) ? 'run' : undefined;
});

const CERTIFICATES = ['ssl_certfile', 'ssl_keyfile', 'ssl_context', 'ssl', 'certfile'];

/** Values that mean no certificate. */
const NONE: ReadonlySet<unknown> = new Set([null, false, '', 0]);

/** Whether there are arguments for a certificate, which must not be empty. */
const certified = (given: ReadonlyMap<string, Value> | undefined): boolean =>
  CERTIFICATES.some((name) => {
    const value = given?.get(name);
    return value !== undefined && value.constants?.some((each) => NONE.has(each)) !== true;
  });

/** `mcp.run(transport="sse")`: standard input and output is the default. */
function transportOf({ arguments: { named, positional }, frame }: CallEvent): Transport {
  const given = named.get('transport') ?? positional[0];
  const transport = constantOf(given) ?? (given && assumedConstant(given, frame.scope.run));
  if (transport === 'sse') return 'sse';
  if (transport === undefined) return named.has('transport') ? 'http' : 'stdio';
  return transport === 'stdio' || transport === null ? 'stdio' : 'http';
}

/** Whether a setting of the SDK switches off what a transport checks by itself. */
export const isSwitchedOff = (settings: Value | undefined): boolean =>
  settings?.objects.some(({ fields }) =>
    surely(fields.get('enable_dns_rebinding_protection') ?? UNKNOWN, false),
  ) ?? false;

/** What a setting of the SDK makes a transport check by itself. */
export function securityOf(settings: Value | undefined): Access | undefined {
  if (!settings || surely(settings, null) || isSwitchedOff(settings)) return undefined;
  return { authentication: 'none', origin: 'required' };
}

/** Methods that start a server on a network when they are called on one of FastMCP. */
const ASYNC = /\.run_\w+_async$/u;

/**
 * How a server is run: `mcp.run(transport="sse")`, `uvicorn.run(app, host=…)`.
 * @param applicationOf the servers that an application is
 */
export function noteListening(
  event: CallEvent,
  surface: SurfaceCollector,
  applicationOf: (app: Value | undefined) => readonly number[],
): void {
  const { frame, node, names: paths, arguments: args, receiver } = event;
  const at = { file: frame.module, line: node.line };
  for (const name of paths) {
    const kind = listenerKindOf(name);
    if (kind === undefined) continue;
    const host = args.named.get('host');
    const tls = certified(args.named) || certified(args.named.get('uvicorn_config')?.objects[0]?.fields);
    if (kind === 'served') {
      const app = args.positional[0] ?? args.named.get('app');
      const own = surface.access.serversOf(receiver);
      const servers = own.length > 0 ? own : applicationOf(app);
      const transport = args.named.has('uds') ? 'socket' : 'http';
      surface.addListening(
        { transport, ...at, ...(host && { host }), tls, isServer: true },
        { frame, servers },
      );
      continue;
    }
    const settings = args.named.get('security_settings') ?? args.named.get('transport_security');
    const access = securityOf(settings);
    const isRun = kind === 'run' || ASYNC.test(name);
    const servers = surface.access.serversOf(receiver);
    const isExposed = isSwitchedOff(settings) || surface.access.isExposed(servers);
    surface.addListening(
      {
        transport: kind === 'run' ? transportOf(event) : kind,
        ...at,
        ...(isRun && host && { host }),
        ...(isRun && { tls }),
        ...(access && { access }),
        ...(isExposed && { isExposed }),
      },
      { frame, ...(isRun && { servers }) },
    );
  }
}
