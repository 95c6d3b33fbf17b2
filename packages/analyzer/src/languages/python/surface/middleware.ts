import type { Entry } from '../../../engine/frame.js';
import type { Machine } from '../../../engine/machine.js';
import { ALL_ARGUMENTS } from '../../../engine/values/taint.js';
import { UNKNOWN, type Closure, type Value } from '../../../engine/values/value.js';
import { definedAt, holding, requestBehind } from '../../../surface/request-extras.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import { parameterName } from './arguments.js';
import { contextOf } from './lifespans.js';

const CALL: Entry = { kind: 'tool', name: '' };

/** The message that a middleware of the protocol's server gets: the name of a tool with its arguments. */
function messageOf(closure: Closure, machine: Machine, surface: SurfaceCollector): Value {
  const at = definedAt(closure);
  const taint = machine.source('tool-parameter', ALL_ARGUMENTS, { module: at.file, entry: CALL }, at.line);
  const given = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
  const message = holding({ name: UNKNOWN, arguments: given, params: given }, machine);
  return holding({ message, fastmcp_context: contextOf(machine, surface) }, machine);
}

/** What a server of the asynchronous interface passes to an application: the scope of a connection, and two functions. */
const INTERFACE = 'scope receive send';

/**
 * `dispatch(self, request, call_next)`, `@app.middleware("http")`, `on_call_tool(self, context, call_next)`, middleware of aiohttp,
 * and `__call__(self, scope, receive, send)`.
 */
export function middlewareArguments(
  closure: Closure,
  machine: Machine,
  surface: SurfaceCollector,
): readonly Value[] | undefined {
  const { name, parameters } = closure.function;
  const names = parameters.map(parameterName).filter((each) => each !== 'self' && each !== 'cls');
  const request = (): Value => requestBehind({ kind: 'route', name }, definedAt(closure), machine);
  if (names.join(' ') === INTERFACE) return [request(), UNKNOWN, UNKNOWN];
  if (names.length !== 2 || !/^(?:call_next|handler)$/u.test(names[1] ?? '')) return undefined;
  if (names[1] === 'handler' && names[0] !== 'request') return undefined;
  return [name.startsWith('on_') ? messageOf(closure, machine, surface) : request(), UNKNOWN];
}
