import { memoByName } from '../../../common/memo.js';
import { entryFrame } from '../../../engine/calls/frames.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Entry } from '../../../engine/frame.js';
import type { Evaluator, Machine, ValueFactory } from '../../../engine/machine.js';
import {
  externalValue,
  objectValue,
  pathsOf,
  UNKNOWN,
  type Closure,
  type Value,
} from '../../../engine/values/value.js';
import { slot } from '../../../engine/values/run-state.js';
import type { FunctionDefinition, Parameter } from '../../../ir/program.js';
import { closuresOf } from '../../../models/callbacks.js';
import { definedAt, requestBehind } from '../../../surface/request-extras.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import names from './names.json' with { type: 'json' };

const REQUEST = 'net/http.Request()';
const WRITER = 'net/http.ResponseWriter()';
/** What frameworks pass to a handler in place of a request. */
const CONTEXTS = new Set(names.httpRequests.types);

/** An incoming request: its fields have their assigned values from then on. */
function httpRequest(request: Value, machine: ValueFactory): Value {
  const open = (): Value => ({ ...request, key: machine.newKey() });
  const url = { ...open(), targets: externalValue('net/url.URL()').targets };
  const fields = new Map<string, Value>([
    ['URL', url],
    ['Context', UNKNOWN],
  ]);
  return {
    ...open(),
    ...objectValue({ id: machine.newId(), fields, path: REQUEST }),
    taints: request.taints,
  };
}

/** The context of a framework, which holds the request. */
function frameworkContext(request: Value, path: string, machine: ValueFactory): Value {
  const fields = new Map<string, Value>([['Request', httpRequest(request, machine)]]);
  return { ...request, objects: [{ id: machine.newId(), fields, path }], key: machine.newKey() };
}

/** The canonical path of a parameter's type. */
function typeOf({ type }: Parameter, { scope }: Closure, machine: Evaluator): string | undefined {
  if (!type) return undefined;
  const frame = entryFrame({ kind: 'module', name: scope.module }, scope);
  return pathsOf(machine.typed(UNKNOWN, type, frame))[0];
}

/** The types of the parameters of functions. */
const TYPES = slot(() => new WeakMap<FunctionDefinition, readonly (string | undefined)[]>());

function typesOf(closure: Closure, machine: Evaluator): readonly (string | undefined)[] {
  const { function: definition, scope } = closure;
  const known = scope.run.of(TYPES);
  const existing = known.get(definition);
  if (existing) return existing;
  const types = definition.parameters.map((parameter) => typeOf(parameter, closure, machine));
  known.set(definition, types);
  return types;
}

/** Who passes a request: whoever calls a handler, a route, or a function of a library that takes functions of the request alone. */
type Caller = 'any' | 'route' | 'library';

/**
 * The arguments of a function that handles requests, by the types of its parameters; undefined for any other function: programs
 * pass the requests that they send to functions, too.
 */
function argumentsOf(
  closure: Closure,
  entry: Entry,
  caller: Caller,
  machine: Machine,
): readonly Value[] | undefined {
  const { parameters } = closure.function;
  const types = typesOf(closure, machine);
  const isContext = types.some((type) => type !== undefined && CONTEXTS.has(type));
  const isRequest = types.includes(REQUEST) && (caller !== 'any' || types.includes(WRITER));
  if (!isContext && !isRequest && caller !== 'route') return undefined;
  const request = requestBehind(entry, definedAt(closure), machine);
  if (isContext || isRequest)
    return types.map((type) => {
      if (type === REQUEST) return httpRequest(request, machine);
      return type !== undefined && CONTEXTS.has(type) ? frameworkContext(request, type, machine) : UNKNOWN;
    });
  // A handler of a framework that is not known.
  const unknown = httpRequest(request, machine);
  return parameters.length >= 2 ? [UNKNOWN, unknown] : [unknown];
}

/** What a server passes to a function that nothing in the package calls, but that has the parameters of a handler. */
export const handlerArguments = (closure: Closure, machine: Machine): readonly Value[] | undefined =>
  argumentsOf(closure, { kind: 'route', name: closure.function.name }, 'any', machine);

/** What a server passes to the function of a route. */
export function routeArguments(closure: Closure, name: string, machine: Machine): readonly Value[] {
  return argumentsOf(closure, { kind: 'route', name }, 'route', machine) ?? [];
}

const ROUTES = new Set(names.surface.routes);
const isRouter = memoByName((name) => /net\/http|gin|echo|chi|mux|fiber/u.test(name));
/** Functions that call what they are given with each request: `server.WithHTTPContextFunc(f)`, `mcp.NewStreamableHTTPHandler(f, …)`. */
const takesRequests = memoByName((name) =>
  /\.With(?:HTTP|SSE)ContextFunc$|\.New(?:StreamableHTTP|SSE)Handler$/u.test(name),
);
/** A conversion: whoever gets the handler calls it. */
const CONVERSION = 'net/http.HandlerFunc';

/** The functions that handle requests: a function, or the method of an `http.Handler`. */
export function handlersOf(
  handler: Value,
  { frame, node }: CallEvent,
  machine: Evaluator,
): readonly Closure[] {
  const own = closuresOf(handler);
  const isOurs = handler.objects.some(({ class: info }) => info?.methods.has('ServeHTTP'));
  return own.length > 0 || !isOurs ? own : closuresOf(machine.member(handler, 'ServeHTTP', frame, node));
}

/** Whether a call adds a route or middleware, which has its own way. */
const isRoute = ({ names: paths, method = '' }: CallEvent): boolean =>
  (ROUTES.has(method) || method === 'Use') && paths.some(isRouter);

/** Functions that handle requests, given to functions that are no routers. */
export function requestFunctions(event: CallEvent, machine: Machine, surface: SurfaceCollector): void {
  const { method: name = '', arguments: args, names: paths } = event;
  if (paths.length === 0 || paths.includes(CONVERSION) || isRoute(event)) return;
  const caller = paths.some(takesRequests) ? 'library' : 'any';
  for (const handler of args.positional)
    for (const closure of handlersOf(handler, event, machine)) {
      const given = argumentsOf(closure, { kind: 'route', name }, caller, machine);
      if (given) surface.handle('route', name, { ...UNKNOWN, targets: [closure] }, given, machine);
    }
}
