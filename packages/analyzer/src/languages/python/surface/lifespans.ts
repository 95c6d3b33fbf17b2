import { unknownResult } from '../../../engine/calls.js';
import { resultPath } from '../../../engine/canonical-path.js';
import type { CallEvent, Machine } from '../../../engine/machine.js';
import { join, objectValue, UNKNOWN, type Value } from '../../../engine/value.js';
import type { SurfaceCollector } from '../../../surface/collector.js';

/** Constructors of Python servers. */
const SERVERS = /(?:^|\.)(?:FastMCP|MCPServer|Server)$/u;
/** Functions that return the context of the current request. */
const GETS_CONTEXT = /(?:^|\.)get_context$/u;

/** An object with some fields. */
const holding = (fields: readonly (readonly [string, Value])[], machine: Machine, path?: string): Value =>
  objectValue({ id: machine.newId(), fields: new Map(fields), ...(path !== undefined && { path }) });

/**
 * The values that functions given as `lifespan=` yield. Copies of them run where the server is created; the functions
 * themselves run later, like any function without a caller, when everything that they need has been defined.
 */
function yielded(lifespan: Value, event: CallEvent, machine: Machine): Value | undefined {
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
  machine: Machine,
  surface: SurfaceCollector,
): Value | undefined {
  const path = event.names.find((name) => SERVERS.test(name));
  const lifespan = event.arguments.named.get('lifespan');
  const value = path !== undefined && lifespan ? yielded(lifespan, event, machine) : undefined;
  if (path === undefined || !value) return undefined;
  const lasting = [['lifespan_context', value]] as const;
  const fields = [['request_context', holding(lasting, machine)], ...lasting] as const;
  surface.addContext(holding(fields, machine));
  const { objects } = holding(fields, machine, resultPath(path));
  return { ...unknownResult(event, machine), targets: [], objects };
}

/** `get_context()`, `mcp.get_context()`. */
export const currentContext = (event: CallEvent, surface: SurfaceCollector): Value | undefined =>
  event.names.some((name) => GETS_CONTEXT.test(name)) ? surface.context : undefined;
