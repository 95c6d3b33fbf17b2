import { unknownResult } from '../../../engine/calls/calls.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Caller, ValueFactory } from '../../../engine/machine.js';
import { join, objectValue, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { CLIENT, INPUT_RESPONSES, metaOf } from '../../../surface/call-parts.js';
import { CURRENT } from '../../../surface/request-extras.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';

/** Constructors of Python servers. */
const SERVERS = /(?:^|\.)(?:FastMCP|MCPServer|Server)$/u;
/** Servers that have the context of the current request in a property. */
const HAS_CONTEXT = /^mcp\.server(?:\.lowlevel(?:\.server)?)?\.Server$/u;
/** Functions that return the context of the current request. */
const GETS_CONTEXT = /(?:^|\.)get_context$|^mcp\..*\.request_ctx\.get$/u;
const OF_PROTOCOL = /mcp/iu;

/** An object with some fields. */
const holding = (
  fields: readonly (readonly [string, Value])[],
  machine: ValueFactory,
  path?: string,
): Value =>
  objectValue({ id: machine.newId(), fields: new Map(fields), ...(path !== undefined && { path }) });

/** The session of a client, which says what it is. */
const sessionOf = (machine: ValueFactory): Value =>
  holding(
    [
      [
        'client_params',
        holding(
          ['client_info', 'clientInfo'].map((name) => [name, CLIENT] as const),
          machine,
        ),
      ],
    ],
    machine,
  );

/**
 * The context of a call of the protocol: the HTTP request that it came with, the parts of the call besides its arguments, and what
 * the server has for all calls. The state that a client gives back is sealed by the SDK.
 */
export const contextOf = (machine: ValueFactory, surface: SurfaceCollector): Value =>
  surface.withContext('context', () => {
    const meta = metaOf(machine);
    const session = sessionOf(machine);
    const shared = [
      ['meta', meta],
      ['session', session],
    ] as const;
    return holding(
      [
        ['request_context', holding([['request', CURRENT], ...shared], machine)],
        ['input_responses', INPUT_RESPONSES],
        ['headers', CURRENT],
        ...shared,
      ],
      machine,
    );
  });

/**
 * The values that functions given as `lifespan=` yield. Copies of them run where the server is created; the functions
 * themselves run later, like any function without a caller, when everything that they need has been defined.
 */
function yielded(lifespan: Value, event: CallEvent, machine: Caller): Value | undefined {
  const { frame, node } = event;
  let result: Value | undefined;
  for (const target of lifespan.targets) {
    if (target.kind !== 'closure') continue;
    const copy = { ...target, function: { ...target.function } };
    const value = machine.run(copy, { positional: [UNKNOWN], named: new Map() }, frame, node);
    result = result ? join(result, value) : value;
  }
  return result;
}

/**
 * `FastMCP("name", lifespan=f)`, `Server("name", lifespan=f)`: handlers find the value that f yields in the context of
 * each request, as does any code with access to the server: `server.request_context.lifespan_context`.
 */
export function lifespanServer(
  event: CallEvent,
  machine: Caller & ValueFactory,
  surface: SurfaceCollector,
): Value | undefined {
  const path = event.names.find((name) => SERVERS.test(name));
  const lifespan = event.arguments.named.get('lifespan');
  const value = path !== undefined && lifespan ? yielded(lifespan, event, machine) : undefined;
  if (path === undefined || (!value && !HAS_CONTEXT.test(path))) return undefined;
  const lasting = value ? ([['lifespan_context', value]] as const) : [];
  const request = ['request', CURRENT] as const;
  const fields = [['request_context', holding([...lasting, request], machine)], ...lasting] as const;
  if (value) surface.addContext(holding(fields, machine));
  const { objects } = holding(fields, machine, event.frame.scope.traits.externals.result(path));
  return { ...unknownResult(event, machine), targets: [], objects };
}

/** `get_context()`, `mcp.get_context()`. */
export function currentContext(
  event: CallEvent,
  machine: ValueFactory,
  surface: SurfaceCollector,
): Value | undefined {
  const path = event.names.find((name) => GETS_CONTEXT.test(name));
  if (path === undefined) return undefined;
  return OF_PROTOCOL.test(path) ? contextOf(machine, surface) : surface.context;
}
