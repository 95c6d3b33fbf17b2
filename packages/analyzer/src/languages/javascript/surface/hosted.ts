import type { CallEvent } from '../../../engine/events.js';
import { externalBases } from '../../../engine/expressions/members.js';
import type { Machine } from '../../../engine/machine.js';
import { externalValue, objectValue, surely, type Value } from '../../../engine/values/value.js';
import { memoByName } from '../../../common/memo.js';
import { fieldOf } from '../../../models/model.js';
import type { Protection } from '../../../surface/access/checks.js';
import { runFactory } from './call-parts.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';

/** Functions that make a handler of requests of a server of the protocol, and those that put authentication before it. */
const kindOf = memoByName((name): 'handler' | 'adapter' | 'guard' | 'provider' | undefined => {
  if (/(?:^|[/.])createMcpHandler$/u.test(name)) return 'handler';
  if (/^@modelcontextprotocol\/node(?:\/.*)?\.toNodeHandler$/u.test(name)) return 'adapter';
  if (/(?:^|[/._])withMcpAuth$/u.test(name)) return 'guard';
  return /workers-oauth-provider(?:\.OAuthProvider)?$/u.test(name) ? 'provider' : undefined;
});

/** Its factory of servers gets the request; that of other libraries gets a server. */
const isOfSecondSdk = memoByName((name) => name.startsWith('@modelcontextprotocol/server'));

/** Whether a function is about servers that a platform runs, by its path. */
export const isHosted = (name: string): boolean => kindOf(name) !== undefined;

/** `createMcpHandler((server) => …)`, `withMcpAuth(handler, verify, { required: true })`, `new OAuthProvider({ apiHandler })`. */
export function hosted(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { frame, node, arguments: args } = event;
  const kind = event.names.map(kindOf).find((each) => each);
  if (kind === 'provider') {
    const access = { authentication: 'required', origin: 'none' } as const;
    const given = { servers: [], isFilter: true, values: [externalValue('oauth-provider')] };
    surface.access.use(given, event, () => access);
    return undefined;
  }
  if (kind === 'guard') {
    const [handler, , options] = args.positional;
    const required = fieldOf(options, 'required');
    // Without the option, requests without a token are taken too.
    const authentication: Protection = required && !surely(required, false) ? 'required' : 'optional';
    surface.access.guard(surface.access.serversOf(handler), { authentication, origin: 'none' }, frame);
    return handler;
  }
  // `toNodeHandler(handler)` is the same handler for another kind of server.
  if (kind === 'adapter') return args.positional[0];
  if (kind !== 'handler') return undefined;
  if (event.names.some(isOfSecondSdk)) runFactory(event, machine);
  const object = machine.allocate(node, frame, { path: 'mcp.Handler()' });
  const value = surface.access.server(objectValue(object));
  const servers = surface.access.serversOf(value);
  surface.addListening({ transport: 'http', file: frame.module, line: node.line }, { frame, servers });
  return value;
}

const SERVES: ReadonlyMap<string, 'http' | 'sse'> = new Map([
  ['serve', 'http'],
  ['serveSSE', 'sse'],
  ['mount', 'sse'],
] as const);

/** `MyAgent.serve("/mcp")` of a class that extends McpAgent. */
export function noteAgent(event: CallEvent, surface: SurfaceCollector): void {
  const { frame, node, method = '', receiver } = event;
  const transport = SERVES.get(method);
  if (!transport || !receiver) return;
  const isAgent = receiver.targets.some(
    (target) =>
      target.kind === 'class' && [...externalBases(target)].some((base) => /\bMcpAgent$/u.test(base)),
  );
  if (isAgent) surface.addListening({ transport, file: frame.module, line: node.line }, { frame });
}
