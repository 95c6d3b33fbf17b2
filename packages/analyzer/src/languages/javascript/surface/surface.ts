import type { CallEvent, Entry, Machine } from '../../../engine/machine.js';
import { constantValue, pathsOf, objectValue, textOf, UNKNOWN, type Value } from '../../../engine/value.js';
import { fieldOf, type Model } from '../../../models/model.js';
import { memoByName } from '../../../memo.js';
import type { Transport } from '../../../surface/surface.js';
import { nameOf, type SurfaceCollector } from '../../../surface/collector.js';
import { decoratedTool, isDecorator } from './decorated-tools.js';
import { zod } from '../../../surface/schemas.js';
import { resource } from './resources.js';
import { serverTexts, describesServer } from '../../../surface/server-texts.js';
import { declareToolObject, isFunction, lineOf, nameIn } from '../../../surface/tool-objects.js';

const argumentLine = (event: CallEvent, index: number): number =>
  event.node.arguments[index]?.value.line ?? event.node.line;

/** `server.tool(name, description?, schema?, annotations?, handler)`. */
function tool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const [name, ...others] = positional;
  const handler = positional.at(-1);
  if (!name || !isFunction(handler) || positional.length < 2) return undefined;
  const description = others.find((value) => value.objects.length === 0 && !isFunction(value));
  const objects = others.filter((value) => value.objects.length > 0 && !isFunction(value));
  const [schema, annotations] = objects;
  surface.declareTool({
    name,
    ...(description && {
      description,
      descriptionLine: argumentLine(event, positional.indexOf(description)),
    }),
    schema: schema ?? { ...UNKNOWN, objects: [{ id: 0, fields: new Map() }] },
    ...(annotations && { annotations }),
    ...(handler && { handler }),
    file: event.frame.module,
    line: event.node.line,
  });
  if (handler) handleTool(event, nameOf(name), schema, handler, machine, surface);
  return UNKNOWN;
}

function handleTool(
  event: CallEvent,
  name: string,
  schema: Value | undefined,
  handler: Value,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const given = surface.argumentsOf(name, schema, event.frame, event.node.line, machine);
  surface.handle('tool', name, handler, [given, UNKNOWN], machine);
}

/** `defineTool({ name, description, schema }, handler)`, `server.tool({ name, … }, handler)`. */
function configuredTool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const [config, handler] = event.arguments.positional;
  if (!config || !handler || !isFunction(handler) || textOf(nameIn(config)) === undefined) return undefined;
  const fields = new Map([...(config.objects[0]?.fields ?? []), ['handler', handler] as const]);
  const lines = config.objects[0]?.lines;
  const object = { id: machine.newId(), fields, ...(lines && { lines }) };
  return declareToolObject(objectValue(object), event, machine, surface) ? UNKNOWN : undefined;
}

const isMaker = memoByName((name) =>
  /(?:^|[./])(?:define|create|make|register|add)(?:MCP|Mcp)?Tool$/u.test(name),
);

/** `server.registerTool(name, { description, inputSchema }, handler)`. */
function registerTool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const [name, config, handler] = event.arguments.positional;
  if (!name || !config || !isFunction(handler)) return undefined;
  const schema = fieldOf(config, 'inputSchema') ?? fieldOf(config, 'paramsSchema');
  const description = fieldOf(config, 'description');
  surface.declareTool({
    name,
    ...(description && { description, descriptionLine: lineOf(config, 'description') ?? event.node.line }),
    schema: schema ?? { ...UNKNOWN, objects: [{ id: 0, fields: new Map() }] },
    annotations: fieldOf(config, 'annotations') ?? UNKNOWN,
    ...(handler && { handler }),
    file: event.frame.module,
    line: event.node.line,
  });
  if (handler) handleTool(event, nameOf(name), schema, handler, machine, surface);
  return UNKNOWN;
}

/** The entry kind of requests, by their schemas or method names. Handlers of list requests receive no useful input. */
const REQUESTS: readonly (readonly [RegExp, Entry['kind']])[] = [
  [/CallTool|^tools\/call$/u, 'tool'],
  [/GetPrompt|^prompts\/get$/u, 'prompt'],
  [
    /\bList(?:Tools|Resources|ResourceTemplates|Prompts)|^(?:tools|resources(?:\/templates)?|prompts)\/list$/u,
    'function',
  ],
  [/ReadResource|[sS]ubscribe|Complete|^resources\/read$|^completion\/complete$/u, 'resource'],
];

/** `server.setRequestHandler(CallToolRequestSchema, handler)`, or by the method's name. */
function requestHandler(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const [schema, ...others] = event.arguments.positional;
  const handler = others.at(-1);
  if (!schema || !handler || !isFunction(handler)) return undefined;
  const kind =
    textOf(schema) ?? schema.targets.map((target) => ('path' in target ? target.path : '')).join(' ');
  // Any other request, including custom methods of the package, also comes from a client.
  const entry = REQUESTS.find(([pattern]) => pattern.test(kind))?.[1] ?? 'route';
  const request = surface.requestOf(event, entry, machine);
  surface.handle(entry, '', handler, [request, UNKNOWN], machine);
  return UNKNOWN;
}

/** `server.prompt(…)`, `server.registerPrompt(…)`. */
function prompt(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const handler = positional.at(-1);
  const name = nameOf(positional[0]);
  if (!handler || !isFunction(handler) || positional.length < 2) return undefined;
  for (const [index, value] of positional.slice(0, -1).entries()) {
    const text = textOf(index === 0 ? undefined : value) ?? textOf(fieldOf(value, 'description'));
    if (text !== undefined)
      surface.addText({
        kind: 'prompt',
        name,
        text,
        file: event.frame.module,
        line: argumentLine(event, index),
      });
  }
  const schema = positional.slice(1, -1).find((value) => value.objects.length > 0);
  const shape = fieldOf(schema, 'argsSchema') ?? schema;
  const given = surface.argumentsOf(name, shape, event.frame, event.node.line, machine);
  surface.handle('prompt', name, handler, [given, UNKNOWN], machine);
  return UNKNOWN;
}

const ROUTERS =
  /(?:^|\/|@)(?:express|fastify|koa|hono|polka|restify|router|connect)(?:[./-][\w./-]*)?(?:\.\w+)?\(\)/u;

/** `app.post(path, …handlers)`, `http.createServer(handler)`. */
function route(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { names, method = '', arguments: given } = event;
  const isRouter = names.some((name) => ROUTERS.test(name) || /^(?:express|fastify)\b/u.test(name));
  const [path] = given.positional;
  const handlers = given.positional.filter((value) => isFunction(value));
  if (!isRouter || handlers.length === 0) return undefined;
  const name = `${method.toUpperCase()} ${nameOf(path)}`.trim();
  for (const handler of handlers)
    surface.handle('route', name, handler, requestValues(event, name, machine), machine);
  return UNKNOWN;
}

/** `process.stdin.on("data", f)`, `readline.createInterface(…).on("line", f)`: the protocol implemented by hand. */
function standardInput(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const [kind, handler] = event.arguments.positional;
  const isInput = event.names.some((name) =>
    /^(?:process\.stdin|readline\.createInterface\(\))\.on$/u.test(name),
  );
  if (!isInput || !handler || !/^(?:line|data)$/u.test(textOf(kind) ?? '')) return undefined;
  const message = surface.argumentsOf('', undefined, event.frame, event.node.line, machine);
  surface.handle('route', 'stdin', handler, [message], machine);
  return event.receiver;
}

/** `for await (const line of readline.createInterface({ input: process.stdin }))`: each line is a message. */
function linesOfInput(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  if (!event.names.includes('readline.createInterface')) return undefined;
  const [options] = event.arguments.positional;
  const input = fieldOf(options, 'input') ?? options;
  if (!input || !pathsOf(input).includes('process.stdin')) return undefined;
  const rest = surface.argumentsOf('', undefined, event.frame, event.node.line, machine);
  return objectValue({ id: machine.newId(), fields: new Map(), rest, path: 'readline.createInterface()' });
}

/** The request and the response of an HTTP handler. */
function requestValues(event: CallEvent, name: string, machine: Machine): Value[] {
  const at = { module: event.frame.module, entry: { kind: 'route', name } as const };
  const taint = machine.source('http-request', 'the request', at, event.node.line);
  const request: Value = {
    ...UNKNOWN,
    taints: [taint],
    key: machine.newKey(),
    targets: [{ kind: 'external', path: 'http.IncomingMessage()' }],
  };
  return [request, { ...UNKNOWN, targets: [{ kind: 'external', path: 'http.ServerResponse()' }] }, UNKNOWN];
}

/** Server modules that use TLS. */
const SECURE = /^(?:https\.|http2\.createSecureServer$)/u;

function createServer(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  for (const handler of event.arguments.positional)
    if (isFunction(handler))
      surface.handle('route', 'HTTP', handler, requestValues(event, 'HTTP', machine), machine);
  const path = event.names.some((name) => SECURE.test(name)) ? 'https.Server()' : 'http.Server()';
  return { ...UNKNOWN, targets: [{ kind: 'external', path }] };
}

const HTTP_TRANSPORT = /StreamableHTTP(?:Server)?Transport$|WebStandardStreamableHTTP/u;

/** The transport of the server that a call creates; for `start`, the arguments say more. */
const listenerKindOf = memoByName((name): Transport | 'started' | undefined => {
  if (name.endsWith('StdioServerTransport')) return 'stdio';
  if (HTTP_TRANSPORT.test(name)) return 'http';
  if (name.endsWith('SSEServerTransport')) return 'sse';
  if (/(?:^|\.)WebSocketServer$|^ws\.Server$/u.test(name)) return 'websocket';
  return /(?:^FastMCP|\.FastMCP)\(\)\.start$/u.test(name) ? 'started' : undefined;
});

/** Transports, and the addresses on which servers listen. */
function transports(event: CallEvent, surface: SurfaceCollector): void {
  const { frame, node, names } = event;
  const at = { file: frame.module, line: node.line };
  for (const name of names) {
    const kind = listenerKindOf(name);
    if (kind === undefined) continue;
    if (kind !== 'started') surface.addListening({ transport: kind, ...at });
    else {
      const type = textOf(fieldOf(event.arguments.positional[0], 'transportType'));
      const isHttp = type === 'httpStream' || type === 'sse';
      surface.addListening({ transport: type === 'sse' ? 'sse' : isHttp ? 'http' : 'stdio', ...at });
    }
  }
}

const LISTENS = /(?:express|fastify|https?\.(?:Server|createServer)|koa|Koa|Hono|polka)\b.*\.listen$/u;

/** `server.listen(port, host)`: the address of an HTTP server. */
function listens(event: CallEvent, surface: SurfaceCollector): void {
  if (event.method !== 'listen') return;
  const servers = event.names.filter((name) => LISTENS.test(name));
  if (servers.length === 0) return;
  const options = event.arguments.positional.find((value) => value.objects.length > 0 && !isFunction(value));
  const host =
    fieldOf(options, 'host') ?? event.arguments.positional.slice(1).find((value) => !isFunction(value));
  surface.addListening({
    transport: 'http',
    file: event.frame.module,
    line: event.node.line,
    ...(host && { host }),
    tls: servers.every((name) => SECURE.test(name)),
  });
}

/** Functions that serve a handler of requests: `serve({ fetch, port, hostname })`. */
const SERVES = /^(?:@hono\/node-server\.serve|Bun\.serve|Deno\.serve)$/u;
const serves = memoByName((name) => SERVES.test(name));

/** They listen on all addresses unless a host name says otherwise. */
function served(event: CallEvent, surface: SurfaceCollector): void {
  if (!event.names.some(serves)) return;
  const [options] = event.arguments.positional;
  const host = fieldOf(options, 'hostname') ?? fieldOf(options, 'host') ?? constantValue('0.0.0.0');
  surface.addListening({
    transport: 'http',
    file: event.frame.module,
    line: event.node.line,
    host,
    tls: false,
  });
}

type Registering = (event: CallEvent, machine: Machine, surface: SurfaceCollector) => Value | undefined;

const configuredOr =
  (other: Registering): Registering =>
  (event, machine, surface) =>
    configuredTool(event, machine, surface) ?? other(event, machine, surface);

const addTool: Registering = (event, machine, surface) =>
  event.arguments.positional.some((value) => declareToolObject(value, event, machine, surface))
    ? UNKNOWN
    : undefined;

/** Registrations with a server, by method name. */
const BY_METHOD: ReadonlyMap<string, Registering> = new Map<string, Registering>([
  ['tool', configuredOr(tool)],
  ['registerTool', configuredOr(registerTool)],
  ['addTool', addTool],
  ['setRequestHandler', requestHandler],
  ...['prompt', 'registerPrompt', 'addPrompt'].map((name) => [name, prompt] as const),
  ...['resource', 'registerResource'].map((name) => [name, resource] as const),
  ...['get', 'post', 'put', 'delete', 'patch', 'all', 'use'].map((name) => [name, route] as const),
  ['on', standardInput],
  ...['createServer', 'createSecureServer'].map((name) => [name, createServer] as const),
]);

/** Whether a function of any object is relevant to servers, by its name: a cheap check, since most are not. */
const matters = memoByName(
  (name) =>
    name.startsWith('zod.') ||
    name === 'readline.createInterface' ||
    listenerKindOf(name) !== undefined ||
    serves(name) ||
    describesServer(name) ||
    isMaker(name) ||
    isDecorator(name),
);

/** What JavaScript and TypeScript servers register, declare and listen on. */
export const javascriptSurface =
  (surface: SurfaceCollector): Model =>
  (event, machine) => {
    const registering = event.method === undefined ? undefined : BY_METHOD.get(event.method);
    if (!registering && event.method !== 'listen' && !event.names.some(matters)) return undefined;
    const known = zod(event, machine) ?? linesOfInput(event, machine, surface);
    if (known) return known;
    transports(event, surface);
    listens(event, surface);
    served(event, surface);
    serverTexts(event, surface);
    if (registering) return registering(event, machine, surface);
    return event.names.some(isMaker)
      ? configuredTool(event, machine, surface)
      : decoratedTool(event, machine, surface);
  };
