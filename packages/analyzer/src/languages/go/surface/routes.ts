import type { CallEvent } from '../../../engine/events.js';
import type { Machine } from '../../../engine/machine.js';
import {
  externalValue,
  objectValue,
  pathsOf,
  surely,
  targetValue,
  textOf,
  type Closure,
  type Value,
} from '../../../engine/values/value.js';
import { lastNameOf } from '../../../ir/walk.js';
import { memoByName } from '../../../common/memo.js';
import { closuresOf } from '../../../models/callbacks.js';
import { nameOf, type SurfaceCollector } from '../../../surface/surface-collector.js';
import { handlersOf, routeArguments, requestFunctions } from './http-requests.js';
import { libraryAccess } from './library-access.js';
import { serverObject } from './servers.js';
import names from './names.json' with { type: 'json' };

/** The routes of `http.HandleFunc` are those of one server, which has no object. */
const DEFAULT_MUX = -1;

/** What middleware passes a request on to. */
const NEXT = 'net/http.next';

const CONSTRUCTORS = new RegExp(`^(?:${names.servers.constructors.join('|')})$`, 'u');
const createsServer = memoByName((name) => CONSTRUCTORS.test(name));
const GROUPS = new Set(names.servers.groups);

const ROUTES = new Set(names.surface.routes);
const isRouter = memoByName((name) => /net\/http|gin|echo|chi|mux|fiber/u.test(name));

/** Registers a function that gets requests. */
function handle(closure: Closure, name: string, machine: Machine, surface: SurfaceCollector): void {
  const given = routeArguments(closure, name, machine);
  surface.handle('route', name, targetValue(closure), given, machine);
  surface.access.name(closure.function, { name, file: closure.scope.module, line: closure.function.line });
}

const typeName = ({ function: { parameters } }: Closure): string => {
  const type = parameters[0]?.type;
  return type ? lastNameOf(type) : '';
};

/** The functions that take requests in a middleware: what it returns for the handler that comes next, or itself. */
function middlewareOf(value: Value, event: CallEvent, machine: Machine): readonly Closure[] {
  const { frame, node } = event;
  return handlersOf(value, event, machine).flatMap((closure) => {
    if (!/^Handler(?:Func)?$/u.test(typeName(closure))) return [closure];
    const inner = machine.run(closure, { positional: [externalValue(NEXT)], named: new Map() }, frame, node);
    return handlersOf(inner, event, machine);
  });
}

const serversIn = ({ names: paths, receiver }: CallEvent, surface: SurfaceCollector): readonly number[] =>
  paths.some((name) => /^net\/http\.Handle(?:Func)?$/u.test(name))
    ? [DEFAULT_MUX]
    : surface.access.serversOf(receiver);

/** Functions that all requests to servers pass. */
function filter(
  servers: readonly number[],
  values: readonly Value[],
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const steps = values.map((value) => {
    const closures = middlewareOf(value, event, machine);
    for (const closure of closures) handle(closure, 'USE', machine, surface);
    const others = value.targets.filter(({ kind }) => kind !== 'closure');
    return { ...value, targets: [...closures, ...others] };
  });
  surface.access.use({ servers, isFilter: true, values: steps }, event, libraryAccess);
}

/** `http.HandleFunc(path, handler)`, `mux.Handle`, `router.GET(path, middleware, handler)`. */
function routed(event: CallEvent, machine: Machine, surface: SurfaceCollector): void {
  const { arguments: args } = event;
  const [first, ...others] = args.positional;
  const name = nameOf(first);
  const servers = serversIn(event, surface);
  const path = textOf(first)?.replace(/^[A-Z]+ /u, '');
  const steps = others.map((value) => {
    surface.access.mount(surface.access.serversOf(value), servers, event, path);
    const closures = handlersOf(value, event, machine);
    for (const closure of closures) handle(closure, name, machine, surface);
    return closures.length > 0 ? { ...value, targets: closures, objects: [] } : value;
  });
  surface.access.use({ servers, path, isFilter: false, values: steps }, event, libraryAccess);
}

/** A part of a router, with middleware of its own: `r.Group("/x", auth)`, `r.With(auth)`, `r.Route("/x", func(r) { … })`. */
function group(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value {
  const { arguments: args, frame, node } = event;
  const value = serverObject(event, machine, surface);
  const servers = surface.access.serversOf(value);
  surface.access.mount(servers, serversIn(event, surface), event);
  const [subroutes, filters] = [
    args.positional.flatMap(closuresOf).filter((closure) => /Router|Group|^$/u.test(typeName(closure))),
    args.positional.filter((each) =>
      closuresOf(each).some((closure) => !/Router|Group/u.test(typeName(closure))),
    ),
  ];
  const isNested = (event.method === 'Group' || event.method === 'Route') && subroutes.length > 0;
  if (isNested)
    for (const closure of subroutes)
      machine.run(closure, { positional: [value], named: new Map() }, frame, node);
  else {
    const library = args.positional.filter((each) => libraryAccess(pathsOf(each)));
    if (filters.length + library.length > 0)
      filter(servers, [...filters, ...library], event, machine, surface);
  }
  return value;
}

/** Whether a function is a handler of requests. */
const takesRequests = (closure: Closure): boolean => typeName(closure) === 'ResponseWriter';

/** What a function of a library makes of a handler: `auth.RequireBearerToken(…)(handler)`, `http.StripPrefix(path, handler)`. */
function wrapped(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { arguments: args, callee, frame, names: paths } = event;
  if (paths.length === 0 || callee.targets.some(({ kind }) => kind !== 'external')) return undefined;
  const access = libraryAccess(paths);
  const inner = args.positional.flatMap((each) => surface.access.serversOf(each));
  const functions = args.positional.filter((each) => closuresOf(each).some(takesRequests));
  if (inner.length + functions.length === 0) return undefined;
  const value = serverObject(event, machine, surface);
  const servers = surface.access.serversOf(value);
  surface.access.mount(inner, servers, event);
  if (access) surface.access.guard(servers, access, frame);
  for (const each of functions) {
    surface.access.use({ servers, isFilter: false, values: [each] }, event, libraryAccess);
    for (const closure of handlersOf(each, event, machine)) handle(closure, 'HTTP', machine, surface);
  }
  return value;
}

/** The servers that a handler of requests is, as it is given to one that listens. */
export function applicationOf(
  handler: Value | undefined,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): readonly number[] {
  if (!handler || surely(handler, null)) return [DEFAULT_MUX];
  const closures = handlersOf(handler, event, machine);
  if (closures.length === 0) return surface.access.serversOf(handler);
  const object = machine.allocate(event.node, event.frame, { path: 'net/http.Handler()' });
  const [id = 0] = surface.access.serversOf(surface.access.server(objectValue(object)));
  for (const closure of closures) handle(closure, 'HTTP', machine, surface);
  surface.access.use({ servers: [id], isFilter: false, values: [handler] }, event, libraryAccess);
  return [id];
}

/** Calls that create servers, or add routes and middleware to them. */
export function serverCall(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { method = '', names: paths, receiver, frame, node, arguments: args } = event;
  if (paths.some(createsServer)) {
    // `mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server { … }, nil)`
    requestFunctions(event, machine, surface);
    return serverObject(event, machine, surface);
  }
  // `http.HandlerFunc(f).ServeHTTP(w, r)`
  if (method === 'ServeHTTP')
    for (const closure of closuresOf(receiver)) machine.run(closure, args, frame, node);
  if (!paths.some(isRouter)) return wrapped(event, machine, surface);
  if (ROUTES.has(method)) {
    routed(event, machine, surface);
    return undefined;
  }
  if (method === 'Use') {
    filter(serversIn(event, surface), event.arguments.positional, event, machine, surface);
    return event.receiver;
  }
  if (method === 'Mount')
    for (const value of event.arguments.positional)
      surface.access.mount(
        surface.access.serversOf(value),
        serversIn(event, surface),
        event,
        textOf(event.arguments.positional[0]),
      );
  if (GROUPS.has(method) && surface.access.serversOf(event.receiver).length > 0)
    return group(event, machine, surface);
  return wrapped(event, machine, surface);
}

/** Notes where requests are passed on, and where transports take them. */
export function notePassing(event: CallEvent, surface: SurfaceCollector): void {
  const { frame, method, names: paths, receiver } = event;
  if (frame.entry.kind !== 'route') return;
  if (paths.some((name) => name.startsWith(NEXT)) || (method === 'Next' && paths.length > 0))
    surface.access.pass(frame);
  if (method !== 'ServeHTTP' || closuresOf(receiver).length > 0) return;
  surface.access.pass(frame);
  surface.access.passTo(frame, surface.access.serversOf(receiver));
  surface.access.handle(frame);
}
