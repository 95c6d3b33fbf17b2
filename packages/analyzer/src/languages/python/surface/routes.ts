import type { CallEvent } from '../../../engine/events.js';
import type { Machine } from '../../../engine/machine.js';
import { findMethod } from '../../../engine/expressions/members.js';
import {
  externalValue,
  objectValue,
  surely,
  targetValue,
  textOf,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import type { Expression } from '../../../ir/program.js';
import { lastNameOf } from '../../../ir/walk.js';
import { memoByName } from '../../../common/memo.js';
import { closuresOf } from '../../../models/callbacks.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import { argumentsFor, request } from './arguments.js';
import { decoratorRefuses, libraryAccess } from './library-access.js';
import { isSwitchedOff, securityOf } from './listening.js';
import names from './names.json' with { type: 'json' };

const CONSTRUCTORS = new RegExp(`^(?:${names.servers.constructors.join('|')})$`, 'u');
const createsServer = memoByName((name) => CONSTRUCTORS.test(name));
const APPLICATIONS = new Set(names.servers.applications);
const isToolServer = memoByName((name) => /(?:^|\.)(?:FastMCP|MCPServer)$/u.test(name));

/** What middleware passes a request on to. */
const NEXT = 'asgi.next';

/** The fields in which `Middleware(Class, …)` keeps its class, and `Depends(function)` its function. */
const WRAPPED = '%wrapped';
const DEPENDENCY = '%dependency';
const isMiddleware = memoByName((name) => /(?:^|\.)Middleware$/u.test(name));
const isDependency = memoByName((name) => /^fastapi(?:\.\w+)*\.(?:Depends|Security)$/u.test(name));

const BASES = ['dispatch', '__call__', 'on_message', 'on_request', 'on_call_tool', 'process_request'];

/** The values of a list, or a value alone. */
const itemsIn = (value: Value | undefined): readonly Value[] =>
  (value?.objects ?? []).flatMap(({ items = [], rest }) => [...items, ...(rest ? [rest] : [])]);

/** The classes that a value is, or of which it is an instance. */
const classesOf = ({ targets, objects }: Value): readonly { info: ClassInfo; self?: HeapObject }[] => [
  ...targets.flatMap((target) => (target.kind === 'class' ? [{ info: target }] : [])),
  ...objects.flatMap((object) => (object.class ? [{ info: object.class, self: object }] : [])),
];

/** Runs the method with which a middleware takes requests, and returns it. */
function middlewareOf(
  value: Value,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): readonly Closure[] {
  const { frame, node } = event;
  return classesOf(value).flatMap(({ info, self }) => {
    const method = BASES.map((name) => findMethod(info, name)).find((each) => each);
    if (!method) return [];
    const instance = self
      ? objectValue(self)
      : machine.construct(
          info,
          { positional: [externalValue(NEXT)], named: event.arguments.named },
          frame,
          node,
        );
    const given = request(method, method.function.name, machine);
    const values =
      method.function.name === '__call__' ? [given, UNKNOWN, UNKNOWN] : [given, externalValue(NEXT)];
    surface.handle(
      'route',
      info.definition.name,
      targetValue({ ...method, self: instance }),
      values,
      machine,
    );
    return [method];
  });
}

/** Dependencies have dependencies, up to this depth. */
const MAX_DEPTH = 3;

/** What stands for a middleware or dependency: the functions that requests pass, those that it depends on first. */
function stepsOf(
  value: Value,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
  depth = 0,
): readonly Value[] {
  const dependency = value.objects.flatMap(({ fields }) => fields.get(DEPENDENCY) ?? [])[0];
  const wrapped = dependency ?? value.objects.flatMap(({ fields }) => fields.get(WRAPPED) ?? [])[0] ?? value;
  const assumed = value.assumed && { assumed: value.assumed };
  const methods = middlewareOf(wrapped, event, machine, surface);
  if (methods.length > 0) return [{ ...UNKNOWN, targets: methods, ...assumed }];
  const before = closuresOf(wrapped).flatMap((closure) => {
    const { name } = closure.function;
    const values = dependency
      ? argumentsFor(closure, 'http-request', name, event, machine)
      : filterValues(closure, name, machine);
    surface.handle('route', name, targetValue(closure), values, machine);
    if (!dependency || depth >= MAX_DEPTH) return [];
    return dependenciesOf(closure, event, machine).flatMap((inner) =>
      stepsOf(inner, event, machine, surface, depth + 1),
    );
  });
  return [...before, { ...wrapped, ...assumed }];
}

/** Functions and classes that all requests to servers pass. */
function filter(
  servers: readonly number[],
  values: readonly Value[],
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  if (values.length === 0) return;
  const steps = values.flatMap((value) => stepsOf(value, event, machine, surface));
  surface.access.use({ servers, isFilter: true, isForAll: true, values: steps }, event, libraryAccess);
}

/** Arguments of a server with what all of its requests pass. */
const FILTERS = ['middleware', 'middlewares', 'dependencies'];

/** Arguments of FastMCP that make it ask for a token. */
const CREDENTIALS = ['auth', 'token_verifier', 'auth_server_provider'];

/** What the arguments of a server say about who may send it requests. */
function configure(
  servers: readonly number[],
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const { names: paths, arguments: args, frame } = event;
  for (const name of FILTERS) filter(servers, itemsIn(args.named.get(name)), event, machine, surface);
  for (const inner of [args.named.get('app'), ...itemsIn(args.named.get('routes')), ...args.positional])
    if (inner) surface.access.mount(surface.access.serversOf(inner), servers, event);
  for (const list of args.positional)
    for (const inner of itemsIn(list)) surface.access.mount(surface.access.serversOf(inner), servers, event);
  if (!paths.some(isToolServer)) return;
  for (const name of CREDENTIALS) {
    const given = args.named.get(name);
    if (given && !surely(given, null))
      surface.access.check(servers, given, { authentication: 'required', origin: 'none' }, event);
  }
  const settings = args.named.get('transport_security');
  if (isSwitchedOff(settings)) surface.access.expose(servers);
  const security = securityOf(settings);
  if (security) surface.access.guard(servers, security, frame);
}

/** A server that is created: `FastAPI(…)`, `FastMCP(…)`, `Starlette(routes=…)`, or the application of one. */
export function serverCreated(
  event: CallEvent,
  known: Value | undefined,
  machine: Machine,
  surface: SurfaceCollector,
): Value | undefined {
  const { method, names: paths, frame, node, receiver } = event;
  const outer = surface.access.serversOf(receiver);
  const isApplication = method !== undefined && APPLICATIONS.has(method) && outer.length > 0;
  const path = paths.find(createsServer) ?? (isApplication ? paths[0] : undefined);
  if (path === undefined) return known;
  const result = frame.scope.traits.externals.result(path);
  const value = surface.access.server(known ?? objectValue(machine.allocate(node, frame, { path: result })));
  const servers = surface.access.serversOf(value);
  if (isApplication) surface.access.mount(servers, outer, event);
  configure(servers, event, machine, surface);
  return value;
}

/**
 * The servers that an application is: of an instance of a class of the package that takes requests, it and those that it passes them
 * on to.
 */
export function applicationOf(
  app: Value | undefined,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): readonly number[] {
  const wrapping = (app?.objects ?? []).filter(({ class: info }) => info && findMethod(info, '__call__'));
  for (const object of wrapping) {
    surface.access.server(objectValue(object));
    filter([object.id], [objectValue(object)], event, machine, surface);
    for (const inner of object.fields.values())
      surface.access.mount(applicationOf(inner, event, machine, surface), [object.id], event);
  }
  return surface.access.serversOf(app);
}

/** Methods that mount a server in another one: `app.mount("/mcp", inner)`, `app.include_router(router)`. */
const MOUNTS = new Set([
  'mount',
  'include_router',
  'register_blueprint',
  'blueprint',
  'add_subapp',
  'add_app',
  'add_routes',
]);

/** What a method of a server adds to it: a middleware, another server. */
export function noteServerMethod(event: CallEvent, machine: Machine, surface: SurfaceCollector): void {
  const { method, receiver, arguments: args } = event;
  if (method === undefined || !receiver) return;
  const servers = surface.access.serversOf(receiver);
  if (MOUNTS.has(method)) {
    const path = textOf(args.positional[0]) ?? textOf(args.named.get('prefix')) ?? '';
    for (const given of [...args.positional, ...args.named.values()]) {
      surface.access.mount(surface.access.serversOf(given), servers, event, path);
      for (const inner of itemsIn(given))
        surface.access.mount(surface.access.serversOf(inner), servers, event, path);
    }
    filter(
      servers.length > 0 ? args.positional.flatMap((each) => surface.access.serversOf(each)) : [],
      itemsIn(args.named.get('dependencies')),
      event,
      machine,
      surface,
    );
  }
  // `mcp.run(transport="http", middleware=[…])`
  if (method.startsWith('run'))
    filter(servers, itemsIn(args.named.get('middleware')), event, machine, surface);
  if (method !== 'add_middleware') return;
  const [given] = args.positional;
  if (given) filter(servers, [given], event, machine, surface);
}

/** `Middleware(Class, …)`, `Depends(function)`: what they are about, kept for the server that gets them. */
export function wrapper(event: CallEvent, machine: Machine): Value | undefined {
  const [name] = event.names;
  if (name === undefined || (!isMiddleware(name) && !isDependency(name))) return undefined;
  const wrapped = event.arguments.positional[0] ?? event.arguments.named.get('dependency');
  if (!wrapped) return undefined;
  const object = machine.allocate(event.node, event.frame, {});
  object.fields.set(isDependency(name) ? DEPENDENCY : WRAPPED, wrapped);
  return { ...objectValue(object), ...(wrapped.assumed && { assumed: wrapped.assumed }) };
}

const isAnnotated = (type: Expression | undefined): type is Extract<Expression, { kind: 'index' }> =>
  type?.kind === 'index' && lastNameOf(type.object) === 'Annotated';

/** The dependencies that the parameters of a route name: `user=Depends(f)`, `user: Annotated[User, Depends(f)]`. */
function dependenciesOf(
  { function: { parameters }, scope }: Closure,
  event: CallEvent,
  machine: Machine,
): Value[] {
  const frame = { ...event.frame, scope, module: scope.module };
  return parameters.flatMap(({ default: initial, type }) => {
    const index = isAnnotated(type) ? type.index : undefined;
    const parts = index?.kind === 'list' ? index.items.map(({ value }) => value) : [];
    const calls = [...(initial ? [initial] : []), ...parts].filter(
      (each) => each.kind === 'call' && /^(?:Depends|Security)$/u.test(lastNameOf(each.callee)),
    );
    return calls.map((call) => machine.evaluate(call, frame));
  });
}

/** A library's decorator that refuses requests: `@login_required` below `@app.route`. */
const isDecorated = ({ function: { decorators } }: Closure): boolean =>
  decorators.some((decorator) =>
    decoratorRefuses(lastNameOf(decorator.kind === 'call' ? decorator.callee : decorator)),
  );

/** The kinds of decorators whose functions requests pass on their way to routes. */
const FILTER_KINDS = new Set(['middleware', 'before_request', 'before_app_request']);

/** What a function is given to a server for. */
export interface Served {
  /** The method: `post`, `middleware`. */
  readonly kind: string;
  readonly path: string;
  readonly server: Value | undefined;
  readonly dependencies: Value | undefined;
}

/** Notes what requests pass before they come to a function. */
export function noteRoute(
  closure: Closure,
  served: Served,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const { kind, path, server, dependencies } = served;
  const isFilter = FILTER_KINDS.has(kind);
  const before = [...itemsIn(dependencies), ...dependenciesOf(closure, event, machine)];
  const values = [
    ...before.flatMap((value) => stepsOf(value, event, machine, surface)),
    ...(isDecorated(closure) ? [externalValue('decorator.require_auth')] : []),
    targetValue(closure),
  ];
  const given = isFilter ? { isFilter, isForAll: true } : { isFilter, path };
  surface.access.use({ servers: surface.access.serversOf(server), values, ...given }, event, libraryAccess);
  const name = isFilter ? kind : `${kind.toUpperCase()} ${path}`.trim();
  surface.access.name(closure.function, { name, file: closure.scope.module, line: closure.function.line });
}

/** The values that a filter is called with: the request, and what passes it on. */
export const filterValues = (closure: Closure, name: string, machine: Machine): Value[] =>
  closure.function.parameters.map((_, index) =>
    index === 0 ? request(closure, name, machine) : externalValue(NEXT),
  );

/** Whether a decorator is of a filter. */
export const isFilterKind = (kind: string): boolean => FILTER_KINDS.has(kind);

/** Calls by which a transport of the protocol takes a request. */
const HANDLES = new Set(['handle_request', 'handle_post_message', 'connect_sse']);
/** Names under which middleware keeps what it passes requests on to. */
const INNER = /^(?:_?(?:inner_|wrapped_|next_)?app|call_next|get_response|next|inner|handler)$/u;

/** Notes where requests are passed on, and where transports take them. */
export function notePassing(event: CallEvent, surface: SurfaceCollector): void {
  const { frame, method, names: paths, node, callee } = event;
  if (frame.entry.kind !== 'route') return;
  if (method !== undefined && HANDLES.has(method)) surface.access.handle(frame);
  const isOurs = callee.targets.some(({ kind }) => kind === 'closure' || kind === 'class');
  if (paths.includes(NEXT) || (!isOurs && INNER.test(lastNameOf(node.callee)))) surface.access.pass(frame);
}

/** The path of a route that is given as a value: `Route("/x", endpoint=f)`. */
export const pathGiven = ({ arguments: { positional, named } }: CallEvent): string | undefined =>
  positional.map(textOf).find((each) => each !== undefined) ?? textOf(named.get('path'));
