import type { CallEvent } from '../../../engine/events.js';
import type { Entry } from '../../../engine/frame.js';
import type { Machine } from '../../../engine/machine.js';
import {
  externalValue,
  pathsOf,
  objectValue,
  textOf,
  UNKNOWN,
  type Value,
} from '../../../engine/values/value.js';
import { fieldOf, type Model } from '../../../models/model.js';
import { memoByName } from '../../../common/memo.js';
import { nameOf, type SurfaceCollector } from '../../../surface/surface-collector.js';
import { callPartRead, readsCallPart } from './call-parts.js';
import { decoratedTool, isDecorator } from './decorated-tools.js';
import { noteOfferedTool, offeredTool } from '../../../surface/offered-tools.js';
import { zod } from '../../../surface/schemas.js';
import { handlerIndex } from './handlers.js';
import { hosted, isHosted, noteAgent } from './hosted.js';
import { noteListening, startsListening } from './listening.js';
import {
  createServer,
  createsServer,
  createsSocketServer,
  socketServer,
  listener,
  notePassing,
  plugin,
  route,
  routeObject,
} from './routes.js';
import { resource } from './resources.js';
import { noteProtocol } from './protocol.js';
import { noteSessions } from './sessions.js';
import { extrasOf } from '../../../surface/request-extras.js';
import { serverTexts, describesServer } from '../../../surface/server-texts.js';
import { declareToolObject, isFunction, lineOf, nameIn } from '../../../surface/tool-objects.js';

/** Fields in which the settings of a tool have its schema. */
const SCHEMAS = ['inputSchema', 'paramsSchema', 'parameters', 'schema'];
/** Fields of the settings of a tool: an object without any of them is its schema. */
const SETTINGS = [...SCHEMAS, 'description', 'title', 'annotations', 'outputSchema'];

const argumentLine = (event: CallEvent, index: number): number =>
  event.node.arguments[index]?.value.line ?? event.node.line;

/** What registering a tool returns: an object with `update`, `enable` and the description. */
const REGISTERED_TOOL = externalValue('RegisteredTool()');

/**
 * `server.tool(name, description?, schema?, annotations?, handler)`. Wrappers of such a method take the handler before other
 * options: `tool(name, schema, handler, { description })`.
 */
function tool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const [name, ...others] = positional;
  const at = handlerIndex(event, machine);
  if (!name || at === undefined || at.index < 1) return undefined;
  const before = others.slice(0, at.index - 1);
  const options = positional.slice(at.index + 1).filter((value) => value.objects.length > 0);
  const among = (...fields: readonly string[]): Value | undefined =>
    options.flatMap((each) => fields.flatMap((field) => fieldOf(each, field) ?? []))[0];
  const plain = before.find((value) => value.objects.length === 0 && !isFunction(value));
  const description = plain ?? among('description');
  const objects = before.filter((value) => value.objects.length > 0 && !isFunction(value));
  const schema = objects[0] ?? among(...SCHEMAS);
  const annotations = objects[1] ?? among('annotations');
  const described = options.find((each) => fieldOf(each, 'description'));
  surface.declareTool({
    name,
    ...(description && {
      description,
      descriptionLine: plain
        ? argumentLine(event, positional.indexOf(plain))
        : (lineOf(described, 'description') ?? event.node.line),
    }),
    schema: schema ?? { ...UNKNOWN, objects: [{ id: 0, fields: new Map() }] },
    ...(annotations && { annotations }),
    handler: at.handler,
    file: event.frame.module,
    line: event.node.line,
  });
  handleTool(event, nameOf(name), schema, at.handler, machine, surface);
  return REGISTERED_TOOL;
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
  const extras = extrasOf(machine, surface);
  surface.handle('tool', name, handler, [given, extras], machine);
}

/** `defineTool({ name, description, schema }, handler)`, `server.tool({ name, … }, handler)`, in either order. */
function configuredTool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const at = handlerIndex(event, machine);
  const config = event.arguments.positional.slice(0, 2).find((each) => textOf(nameIn(each)) !== undefined);
  if (!config || !at || at.index > 1) return undefined;
  const fields = new Map([...(config.objects[0]?.fields ?? []), ['handler', at.handler] as const]);
  const lines = config.objects[0]?.lines;
  const object = { id: machine.newId(), fields, ...(lines && { lines }) };
  return declareToolObject(objectValue(object), event, machine, surface) ? UNKNOWN : undefined;
}

const isMaker = memoByName((name) =>
  /(?:^|[./])(?:define|create|make|register|add)(?:MCP|Mcp)?Tool$/u.test(name),
);

/** `server.registerTool(name, { description, inputSchema }, handler)`, with the handler at any position. */
function registerTool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const [name] = positional;
  const at = handlerIndex(event, machine);
  if (!name || !at) return undefined;
  const config = positional.slice(1).find((each) => each.objects.length > 0 && !isFunction(each));
  if (!config || SETTINGS.every((field) => fieldOf(config, field) === undefined))
    return tool(event, machine, surface);
  const schema = SCHEMAS.map((field) => fieldOf(config, field)).find((value) => value !== undefined);
  const description = fieldOf(config, 'description');
  surface.declareTool({
    name,
    ...(description && { description, descriptionLine: lineOf(config, 'description') ?? event.node.line }),
    schema: schema ?? { ...UNKNOWN, objects: [{ id: 0, fields: new Map() }] },
    annotations: fieldOf(config, 'annotations') ?? UNKNOWN,
    handler: at.handler,
    file: event.frame.module,
    line: event.node.line,
  });
  handleTool(event, nameOf(name), schema, at.handler, machine, surface);
  return REGISTERED_TOOL;
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
  const [schema] = event.arguments.positional;
  const at = handlerIndex(event, machine);
  if (!schema || !at || at.index < 1) return undefined;
  const kind =
    textOf(schema) ?? schema.targets.map((target) => ('path' in target ? target.path : '')).join(' ');
  // Any other request, including custom methods of the package, also comes from a client.
  const entry = REQUESTS.find(([pattern]) => pattern.test(kind))?.[1] ?? 'route';
  const extras = extrasOf(machine, surface);
  // `setRequestHandler("acme/find", { params: schema }, (params) => …)` of a method of the package's own.
  const own = at.index === 2 ? fieldOf(event.arguments.positional[1], 'params') : undefined;
  const given = own
    ? surface.argumentsOf('', own, event.frame, event.node.line, machine)
    : surface.requestOf(event, entry, machine);
  surface.handle(entry, '', at.handler, [given, extras], machine);
  return UNKNOWN;
}

/** `server.prompt(…)`, `server.registerPrompt(…)`. */
function prompt(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const at = handlerIndex(event, machine);
  const name = nameOf(positional[0]);
  if (!at || at.index < 1) return undefined;
  for (const [index, value] of positional.entries()) {
    if (index === at.index) continue;
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
  const schema = positional.slice(1, at.index).find((value) => value.objects.length > 0);
  const shape = fieldOf(schema, 'argsSchema') ?? schema;
  const given = surface.argumentsOf(name, shape, event.frame, event.node.line, machine);
  const extras = extrasOf(machine, surface);
  surface.handle('prompt', name, at.handler, [given, extras], machine);
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
  ['on', (...given) => standardInput(...given) ?? listener(...given)],
  ...['addHook', 'onBeforeHandle'].map((name) => [name, route] as const),
  ['route', (...given) => routeObject(...given) ?? route(...given)],
  ['register', (...given) => plugin(...given) ?? route(...given)],
  ...['createServer', 'createSecureServer'].map((name) => [name, createServer] as const),
]);

/** Whether a function of any object is relevant to servers, by its name: a cheap check, since most are not. */
const matters = memoByName(
  (name) =>
    name.startsWith('zod.') ||
    name === 'readline.createInterface' ||
    createsServer(name) ||
    createsSocketServer(name) ||
    isHosted(name) ||
    startsListening(name) ||
    describesServer(name) ||
    readsCallPart(name) ||
    isMaker(name) ||
    isDecorator(name),
);

/** A tool that is given to a function of the package or of a framework, under any name that mentions tools. */
function offered(event: CallEvent, machine: Machine, surface: SurfaceCollector): void {
  const tool = offeredTool(event, () => handlerIndex(event, machine)?.handler);
  if (!tool) return;
  noteOfferedTool(event, tool, machine, surface, () =>
    handleTool(event, nameOf(tool.name), tool.schema, tool.handler, machine, surface),
  );
}

/** `McpServer.prototype.registerTool.call(server, name, …)`, as the call that it makes. */
function directCall(event: CallEvent): CallEvent | undefined {
  const { method, receiver, arguments: args } = event;
  if (method !== 'call' || !receiver) return undefined;
  const called = pathsOf(receiver).map((path) => path.slice(path.lastIndexOf('.') + 1));
  const inner = called.find((name) => BY_METHOD.has(name));
  if (inner === undefined) return undefined;
  const { node } = event;
  const positional = args.positional.slice(1);
  return {
    ...event,
    node: { ...node, arguments: node.arguments.slice(1) },
    method: inner,
    arguments: { ...args, positional },
  };
}

/** What functions of any object make: a server, a tool. */
const madeBy: Registering = (event, machine, surface) => {
  if (event.names.some(createsServer)) return createServer(event, machine, surface);
  if (event.names.some(isHosted)) return hosted(event, machine, surface);
  if (event.names.some(createsSocketServer)) return socketServer(event, machine, surface);
  return event.names.some(isMaker)
    ? configuredTool(event, machine, surface)
    : decoratedTool(event, machine, surface);
};

/** What JavaScript and TypeScript servers register, declare and listen on. */
export const javascriptSurface =
  (surface: SurfaceCollector): Model =>
  (event, machine) => {
    noteSessions(event, machine, surface);
    noteProtocol(event, surface);
    const direct = directCall(event);
    if (direct) return javascriptSurface(surface)(direct, machine);
    notePassing(event, surface);
    noteAgent(event, surface);
    const registering = event.method === undefined ? undefined : BY_METHOD.get(event.method);
    const part = callPartRead(event, machine, surface);
    if (part) return part;
    if (!registering && event.method !== 'listen' && !event.names.some(matters)) {
      offered(event, machine, surface);
      return undefined;
    }
    const known = zod(event, machine) ?? linesOfInput(event, machine, surface);
    if (known) return known;
    noteListening(event, machine, surface);
    serverTexts(event, surface);
    const value = registering ? registering(event, machine, surface) : madeBy(event, machine, surface);
    if (!value) offered(event, machine, surface);
    return value;
  };
