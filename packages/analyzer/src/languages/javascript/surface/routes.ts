import type { CallEvent } from '../../../engine/events.js';
import { parameterOfRequest } from '../../../engine/expressions/request-parts.js';
import type { Caller, Reporter, ValueFactory } from '../../../engine/machine.js';
import {
  externalValue,
  objectValue,
  pathsOf,
  textOf,
  UNKNOWN,
  type Closure,
  type Value,
} from '../../../engine/values/value.js';
import { memoByName } from '../../../common/memo.js';
import { closuresOf } from '../../../models/callbacks.js';
import { fieldOf } from '../../../models/model.js';
import type { Access } from '../../../surface/access/checks.js';
import { nameOf, type SurfaceCollector } from '../../../surface/surface-collector.js';
import { isFunction } from '../../../surface/tool-objects.js';
import { libraryAccess } from './library-access.js';
import names from '../names.json' with { type: 'json' };

const CONSTRUCTORS = new RegExp(`^(?:${names.servers.constructors.join('|')})$`, 'u');

/** Whether a function creates an HTTP server, or a router of one, by its path. */
export const createsServer = memoByName((name) => CONSTRUCTORS.test(name));

/** The function with which middleware passes a request on. */
const NEXT = 'http.NextFunction()';

const REQUEST = 'http.IncomingMessage()';
const RESPONSE = 'http.ServerResponse()';

/** Frameworks whose handlers get one context, with the function that passes it on. */
const WITH_CONTEXT = /(?:^|\/|@)(?:koa|hono|OpenAPIHono|elysia)|create\w*HonoApp/u;

type Making = Reporter & ValueFactory;

/** The arguments of an HTTP handler: request, response and the function that passes on, or a context and that function. */
function requestValues(event: CallEvent, name: string, machine: ValueFactory): Value[] {
  const at = { module: event.frame.module, entry: { kind: 'route', name } as const };
  const taint = machine.source('http-request', 'the request', at, event.node.line);
  const request: Value = {
    ...UNKNOWN,
    taints: [taint],
    key: machine.newKey(),
    targets: [{ kind: 'external', path: REQUEST }],
  };
  const next = externalValue(NEXT);
  if (event.names.some((each) => WITH_CONTEXT.test(each))) return [request, next];
  return [request, externalValue(RESPONSE), next];
}

/** Express's handlers of errors have the error as their first parameter. */
const ofErrors = (closure: Closure): boolean => closure.function.parameters.length === 4;

/** Registers the functions of a route. */
function handleRoute(
  handler: Value,
  name: string,
  event: CallEvent,
  machine: Making,
  surface: SurfaceCollector,
): void {
  const values = requestValues(event, name, machine);
  for (const closure of closuresOf(handler)) {
    const given = ofErrors(closure) ? [UNKNOWN, ...values] : values;
    surface.handle('route', name, { ...UNKNOWN, targets: [closure] }, given, machine);
    surface.access.name(closure.function, { name, file: event.frame.module, line: event.node.line });
  }
}

const ROUTERS =
  /(?:^|\/|@)(?:express|fastify|koa|hono|polka|restify|router|connect|hapi|elysia)(?:[./-][\w./-]*)?(?:\.\w+)?\(\)|create(?:Mcp)\w*App\(\)/u;

/** The servers that a method is called on: of `app.route(path).get(…)`, too. */
const serversIn = ({ receiver }: CallEvent, surface: SurfaceCollector): readonly number[] =>
  surface.access.serversOf(receiver);

/** Whether a method is of a router of a known framework. */
const isOfRouter = ({ names: paths }: CallEvent): boolean =>
  paths.some((name) => ROUTERS.test(name) || /^(?:express|fastify)\b/u.test(name));

/** Fields of a route's options with functions that run before its handler. */
const HOOKS = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'beforeHandle', 'middleware'];

/** The functions of a route's options: `{ preHandler: authenticate }`. */
const hooksIn = (value: Value): readonly Value[] => HOOKS.flatMap((name) => fieldOf(value, name) ?? []);

const isList = (value: Value): boolean => value.objects.some(({ items }) => items);

/** The functions in a list, which may be nested. */
function functionsIn(value: Value, depth = 0): readonly Value[] {
  if (isFunction(value)) return [value];
  if (depth > 2) return [];
  return value.objects.flatMap(({ items = [], rest }) =>
    [...items, ...(rest ? [rest] : [])].flatMap((item) => functionsIn(item, depth + 1)),
  );
}

const FILTERS = new Set(['use', 'addHook', 'onBeforeHandle', 'register', 'pre']);

/** `app.post(path, …handlers)`, `app.use(…)`, `router.get(path, { preHandler }, handler)`. */
export function route(
  event: CallEvent,
  machine: Making & Caller,
  surface: SurfaceCollector,
): Value | undefined {
  const { method = '', arguments: args } = event;
  if (!isOfRouter(event)) return undefined;
  const servers = serversIn(event, surface);
  const [first] = args.positional;
  const path = textOf(first);
  const given = [...args.positional, ...(args.spread ? [args.spread] : [])].flatMap((value) => [
    ...hooksIn(value),
    ...(hooksIn(value).length === 0 ? [value] : []),
  ]);
  const functions = given.flatMap((value) => functionsIn(value));
  const isFilter = FILTERS.has(method);
  const steps = given.filter((value) => value !== first || path === undefined);
  for (const [index, value] of steps.entries()) {
    const inner = surface.access.serversOf(value);
    if (inner.length === 0) continue;
    // What comes before it in the same call is passed only on the way to it.
    surface.access.mount(inner, servers, event, path ?? '');
    const before = { servers: inner, isFilter: true, isForAll: true, values: steps.slice(0, index) };
    surface.access.use(before, event, libraryAccess);
  }
  const where = method === 'addHook' ? undefined : path;
  const library = steps.some((value) => libraryAccess(pathsOf(value)) !== undefined || isList(value));
  if (functions.length === 0 && !library) return undefined;
  const name = `${method.toUpperCase()} ${nameOf(first)}`.trim();
  surface.access.use({ servers, path: where, isFilter, values: steps }, event, libraryAccess);
  for (const handler of functions) handleRoute(handler, name, event, machine, surface);
  if (functions.length === 0) return undefined;
  // Most frameworks return the server, so that calls can be chained.
  return event.receiver ?? UNKNOWN;
}

/** `fastify.route({ method, url, preHandler, handler })`. */
export function routeObject(event: CallEvent, machine: Making, surface: SurfaceCollector): Value | undefined {
  const [options] = event.arguments.positional;
  const handler = fieldOf(options, 'handler');
  if (!options || !isOfRouter(event) || !isFunction(handler) || !handler) return undefined;
  const path = textOf(fieldOf(options, 'url') ?? fieldOf(options, 'path'));
  const name = `ROUTE ${path ?? ''}`.trim();
  const before = hooksIn(options);
  surface.access.use(
    { servers: serversIn(event, surface), path, isFilter: false, values: [...before, handler] },
    event,
    libraryAccess,
  );
  for (const each of [...before.flatMap((value) => functionsIn(value)), handler])
    handleRoute(each, name, event, machine, surface);
  return event.receiver ?? UNKNOWN;
}

/** `fastify.register(plugin, options)`: the plugin gets the server. */
export function plugin(
  event: CallEvent,
  machine: Caller & Making,
  surface: SurfaceCollector,
): Value | undefined {
  const { frame, node, receiver, arguments: args } = event;
  const [given, options = UNKNOWN] = args.positional;
  if (!given || !receiver || !event.names.some((name) => /fastify/u.test(name))) return undefined;
  const access = libraryAccess(pathsOf(given));
  if (access) surface.access.guard(serversIn(event, surface), access, frame);
  const closures = closuresOf(given);
  for (const closure of closures)
    machine.run(closure, { positional: [receiver, options, UNKNOWN], named: new Map() }, frame, node);
  return closures.length > 0 ? receiver : undefined;
}

/** A server object: of what is created in one place, one for each run. */
function serverObject(event: CallEvent, machine: ValueFactory, surface: SurfaceCollector): Value {
  const [name = ''] = event.names;
  const path = /^(?:https|http2\.createSecureServer)/u.test(name)
    ? 'https.Server()'
    : /^(?:http2?|net)\./u.test(name)
      ? 'http.Server()'
      : event.frame.scope.traits.externals.result(name);
  return surface.access.server(objectValue(machine.allocate(event.node, event.frame, { path })));
}

/** A server of WebSockets. */
export const socketServer = (event: CallEvent, machine: ValueFactory, surface: SurfaceCollector): Value =>
  surface.access.server(
    objectValue(machine.allocate(event.node, event.frame, { path: 'ws.WebSocketServer()' })),
  );

/** Whether a function creates a server of WebSockets, by its path. */
export const createsSocketServer = (name: string): boolean => /^ws\.(?:WebSocketServer|Server)$/u.test(name);

/** `http.createServer(handler)`, `express()`, `new Hono()`. */
export function createServer(
  event: CallEvent,
  machine: Making,
  surface: SurfaceCollector,
): Value | undefined {
  if (event.method === undefined && !event.names.some(createsServer)) return undefined;
  const server = serverObject(event, machine, surface);
  const servers = surface.access.serversOf(server);
  for (const handler of event.arguments.positional) {
    surface.access.mount(surface.access.serversOf(handler), servers, event);
    if (!isFunction(handler)) continue;
    surface.access.use({ servers, isFilter: false, values: [handler] }, event, libraryAccess);
    handleRoute(handler, 'HTTP', event, machine, surface);
  }
  guardedByOptions(event, servers, machine, surface);
  return server;
}

const LOOPBACK = /^(?:127(?:\.\d+){3}|localhost|::1|\[::1\])$/iu;

/** Libraries whose servers check requests themselves: `createMcpExpressApp()`, `new FastMCP({ authenticate })`. */
function guardedByOptions(
  event: CallEvent,
  servers: readonly number[],
  machine: Making,
  surface: SurfaceCollector,
): void {
  const [options] = event.arguments.positional;
  const authenticate = fieldOf(options, 'authenticate');
  if (authenticate) {
    surface.access.use({ servers, isFilter: true, values: [authenticate] }, event, libraryAccess);
    handleRoute(authenticate, 'authenticate', event, machine, surface);
  }
  const provider = fieldOf(options, 'auth');
  if (provider && event.names.includes('fastmcp.FastMCP'))
    surface.access.guard(servers, { authentication: 'required', origin: 'none' }, event.frame);
  if (event.names.some((name) => /\.createMcp\w+App$/u.test(name))) {
    const host = fieldOf(options, 'host');
    const isLocal = host === undefined || LOOPBACK.test(textOf(host) ?? '');
    if (isLocal || fieldOf(options, 'allowedHosts'))
      surface.access.guard(servers, { authentication: 'none', origin: 'required' }, event.frame);
  }
}

/** `server.on("request", handler)`, `wss.on("connection", (socket, request) => …)`, `server.on("upgrade", …)`. */
export function listener(event: CallEvent, machine: Making, surface: SurfaceCollector): Value | undefined {
  const [kind, handler] = event.arguments.positional;
  const what = textOf(kind);
  const isServer = event.names.some((name) => /(?:Server|WebSocketServer)\(\)\.on$/u.test(name));
  if (!isServer || !handler || !isFunction(handler) || what === undefined) return undefined;
  if (!/^(?:request|upgrade|connection)$/u.test(what)) return undefined;
  const servers = serversIn(event, surface);
  surface.access.use({ servers, isFilter: false, values: [handler] }, event, libraryAccess);
  const [request = UNKNOWN, response = UNKNOWN] = requestValues(event, 'HTTP', machine);
  const given =
    what === 'request' ? [request, response] : what === 'upgrade' ? [request] : [UNKNOWN, request];
  surface.handle('route', 'HTTP', handler, given, machine);
  return event.receiver;
}

/** `new WebSocketServer({ verifyClient: ({ origin, req }) => … })`: it says whether a connection is taken. */
export function verifier(
  event: CallEvent,
  verify: Value,
  machine: Making,
  surface: SurfaceCollector,
): Access {
  const [request = UNKNOWN] = requestValues(event, 'verifyClient', machine);
  const fields = new Map([
    ['origin', parameterOfRequest(request, 'origin')],
    ['req', request],
  ]);
  const info = objectValue({ id: machine.newId(), fields });
  surface.handle('route', 'verifyClient', verify, [info], machine);
  for (const { function: definition } of closuresOf(verify)) surface.access.predicate(definition);
  // One that calls back says it later.
  const isLater = closuresOf(verify).some(({ function: { parameters } }) => parameters.length > 1);
  return { authentication: 'none', origin: isLater ? 'required' : 'none' };
}

/** The handler of requests that a runtime calls: `Bun.serve({ fetch })`, `Deno.serve(handler)`. */
export function fetchHandler(
  event: CallEvent,
  machine: Making,
  surface: SurfaceCollector,
): readonly number[] {
  const { positional } = event.arguments;
  const [options] = positional;
  const given = [fieldOf(options, 'fetch'), ...positional].flatMap((value) => value ?? []);
  const object = machine.allocate(event.node, event.frame, { path: 'http.Server()' });
  const server = surface.access.server(objectValue(object));
  const servers = surface.access.serversOf(server);
  for (const value of given) {
    surface.access.mount(surface.access.serversOf(value), servers, event);
    if (!isFunction(value)) continue;
    surface.access.use({ servers, isFilter: false, values: [value] }, event, libraryAccess);
    handleRoute(value, 'HTTP', event, machine, surface);
  }
  return servers;
}

/** Calls by which a transport of the protocol takes a request. */
const HANDLES = new Set(['handleRequest', 'handlePostMessage', 'handleUpgrade', 'handleGetRequest']);

/** Notes where requests are passed on, and where transports take them. */
export function notePassing(event: CallEvent, surface: SurfaceCollector): void {
  const { frame, method, names: paths, arguments: args } = event;
  if (frame.entry.kind !== 'route') return;
  // `next(error)` ends a request.
  if (paths.includes(NEXT)) {
    const [given] = args.positional;
    if (!given || textOf(given) === 'route') surface.access.pass(frame);
  }
  if (method !== undefined && HANDLES.has(method)) surface.access.handle(frame);
}
