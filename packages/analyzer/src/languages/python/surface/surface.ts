import type { CallEvent } from '../../../engine/events.js';
import type { Evaluator, Machine } from '../../../engine/machine.js';
import {
  join,
  objectValue,
  textOf,
  UNKNOWN,
  type Closure,
  type Value,
} from '../../../engine/values/value.js';
import { lastNameOf } from '../../../ir/walk.js';
import { closuresOf } from '../../../models/callbacks.js';
import type { Model } from '../../../models/model.js';
import { memoByName } from '../../../common/memo.js';
import { nameOf, type SurfaceCollector } from '../../../surface/surface-collector.js';
import { noteProtocol } from './protocol.js';
import { standardServer } from './http-servers.js';
import { currentContext, lifespanServer } from './lifespans.js';
import { noteListening } from './listening.js';
import { lowLevelHandlers } from './low-level.js';
import {
  applicationOf,
  filterValues,
  isFilterKind,
  notePassing,
  noteRoute,
  noteServerMethod,
  pathGiven,
  serverCreated,
  wrapper,
} from './routes.js';
import {
  argumentsFor,
  FIXED,
  isContext,
  NUMBERS,
  parameterName,
  partsOf,
  request,
  typeBehind,
} from './arguments.js';
import { middlewareArguments } from './middleware.js';
import { noteOfferedTool, offeredTool } from '../../../surface/offered-tools.js';
import { serverTexts } from '../../../surface/server-texts.js';
import type { ToolParameter } from '../../../surface/surface.js';

const BOUNDED_NAMES = /^(?:pattern|regex|max_length|enum|examples|le|lt)$/u;

/** Expressions that may be the text of an annotation: `Annotated[str, TEXT]`. */
const TEXTUAL: ReadonlySet<string> = new Set(['constant', 'text', 'name', 'member', 'operation']);

/** A frame in which the annotations of a function have their values. */
const frameOf = ({ scope }: Closure, { frame }: CallEvent): CallEvent['frame'] => ({
  ...frame,
  scope,
  module: scope.module,
});

function parametersOf({ wraps, ...own }: Closure, event: CallEvent, machine: Evaluator): ToolParameter[] {
  const closure = wraps ?? own;
  return closure.function.parameters
    .filter((parameter) => !isContext(parameter))
    .map((parameter): ToolParameter => {
      const type = typeBehind(parameter.type, closure, event, machine);
      const outer = type?.kind === 'index' ? type : undefined;
      const annotated = outer && lastNameOf(outer.object) === 'Annotated' ? partsOf(outer.index) : [];
      const calls = [...annotated, ...(parameter.default ? [parameter.default] : [])].filter(
        ({ kind }) => kind === 'call',
      );
      const named = calls.flatMap((call) => (call.kind === 'call' ? call.arguments : []));
      const described = named.find(({ name }) => name === 'description')?.value;
      const written = described ?? annotated.slice(1).find(({ kind }) => TEXTUAL.has(kind));
      const text = written && textOf(machine.evaluate(written, frameOf(closure, event)));
      const inner = annotated[0] ?? type;
      const name = inner ? lastNameOf(inner.kind === 'index' ? inner.object : inner) : '';
      const typeName = NUMBERS.has(name)
        ? 'number'
        : name === 'str'
          ? 'string'
          : name === ''
            ? undefined
            : name;
      return {
        name: parameterName(parameter),
        ...(typeName !== undefined && { type: typeName }),
        ...(text !== undefined && { description: text }),
        bounded: FIXED.has(name) || named.some((each) => BOUNDED_NAMES.test(each.name ?? '')),
        line: written?.line ?? parameter.pattern.line,
      };
    });
}

/** The arguments of a decorator factory, kept until the decorator is applied to its function. */
const optionsOf = (event: CallEvent): ReadonlyMap<string, Value> =>
  event.callee.objects[0]?.fields ?? new Map<string, Value>();

function declareTool(
  closure: Closure,
  options: ReadonlyMap<string, Value>,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const { function: definition, scope } = closure.wraps ?? closure;
  const name = options.get('name') ?? options.get('0');
  const title = textOf(name) ?? definition.name;
  const text = options.get('description');
  // `mcp.add_tool(f, description=…)`
  const given =
    event.frame.module === scope.module
      ? event.node.arguments.find((each) => each.name === 'description')
      : undefined;
  const documented = definition.documentation;
  const description =
    text ?? (documented === undefined ? undefined : { ...UNKNOWN, constants: [documented] });
  surface.declareTool({
    name: { ...UNKNOWN, constants: [title] },
    ...(description && {
      description,
      descriptionLine: text
        ? (event.callee.objects[0]?.lines?.get('description') ?? given?.value.line ?? definition.line)
        : (definition.documentationLines?.line ?? definition.line),
    }),
    parameters: parametersOf(closure, event, machine),
    annotations: options.get('annotations') ?? UNKNOWN,
    handler: { ...UNKNOWN, targets: [closure] },
    file: scope.module,
    line: definition.line,
  });
  const values = argumentsFor(closure, 'tool-parameter', title, event, machine, surface);
  const isNamed = closure.wraps && closure.function.parameters.some(({ rest }) => rest === 'map');
  const named = isNamed ? namedAs(closure.wraps, values) : undefined;
  surface.handle('tool', title, { ...UNKNOWN, targets: [closure] }, named ? [] : values, machine, named);
}

/** Values by the names of their parameters. */
const namedAs = (closure: Closure, values: readonly Value[]): Map<string, Value> => {
  const { parameters } = closure.function;
  const names = parameters.slice(parameters.length - values.length).map(parameterName);
  return new Map(values.map((value, position) => [names[position] ?? '', value]));
};

/** `@server.call_tool()`: the handler of all tools, called with a name and the arguments. */
function callTool(closure: Closure, event: CallEvent, machine: Machine, surface: SurfaceCollector): void {
  const named = machine.source(
    'tool-name',
    'the name of the tool',
    { module: closure.scope.module, entry: { kind: 'tool', name: '' } },
    closure.function.line,
  );
  const frame = { ...event.frame, module: closure.scope.module };
  const given = surface.argumentsOf('', undefined, frame, closure.function.line, machine);
  const values = [{ ...UNKNOWN, taints: [named], key: machine.newKey() }, given];
  surface.handle('tool', '', { ...UNKNOWN, targets: [closure] }, values, machine);
}

/** Decorators for handlers other than tools, which clients call with a name or URI of their choice. */
const ASKED: ReadonlyMap<string, 'resource' | 'prompt'> = new Map([
  ['resource', 'resource'],
  ['read_resource', 'resource'],
  ['subscribe_resource', 'resource'],
  ['unsubscribe_resource', 'resource'],
  ['completion', 'resource'],
  ['prompt', 'prompt'],
  ['get_prompt', 'prompt'],
]);

function decorated(
  kind: string,
  closure: Closure,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const options = optionsOf(event);
  const handler: Value = { ...UNKNOWN, targets: [closure] };
  const asked = ASKED.get(kind);
  const given = options.get('0') ?? options.get(kind === 'prompt' ? 'name' : 'uri') ?? options.get('path');
  const first = given === undefined && kind === 'prompt' ? closure.function.name : nameOf(given);
  if (kind === 'tool') declareTool(closure, options, event, machine, surface);
  else if (kind === 'call_tool') callTool(closure, event, machine, surface);
  else if (kind === 'list_tools' || kind === 'list_resources' || kind === 'list_prompts')
    surface.handle('function', closure.function.name, handler, [], machine);
  else if (asked) {
    const values = argumentsFor(closure, 'tool-parameter', first, event, machine, surface);
    const text = closure.function.documentation;
    if (text !== undefined)
      surface.addText({
        kind: asked,
        name: first,
        text,
        file: closure.scope.module,
        line: closure.function.documentationLines?.line ?? closure.function.line,
      });
    surface.handle(asked, first, handler, values, machine);
  } else {
    const isFilter = isFilterKind(kind);
    const name = isFilter ? kind : `${kind.toUpperCase()} ${first}`;
    const values = isFilter
      ? (middlewareArguments(closure, machine, surface) ?? filterValues(closure, name, machine))
      : argumentsFor(closure, 'http-request', name, event, machine);
    surface.handle('route', name, handler, values, machine);
    const [server, dependencies] = [options.get('%server'), options.get('dependencies')];
    noteRoute(closure, { kind, path: first, server, dependencies }, event, machine, surface);
  }
}

const DECORATORS =
  /(?:^|\.|\(\))(tool|call_tool|list_tools|resource|read_resource|subscribe_resource|unsubscribe_resource|(?<=(?:Server|MCP)\(\)\.)completion|prompt|get_prompt|list_resources|list_prompts|get|post|put|delete|patch|route|websocket|custom_route|api_route|middleware|before_request|before_app_request)(?:\(\))?$/u;
const WEB =
  /fastapi|flask|starlette|quart|sanic|aiohttp\.web|FastAPI|Flask|Starlette|APIRouter|Blueprint|custom_route/u;
const ROUTES = new Set([
  'get',
  'post',
  'put',
  'delete',
  'patch',
  'route',
  'api_route',
  'websocket',
  'custom_route',
  'middleware',
  'before_request',
  'before_app_request',
]);

/** Decorators that are recognized by their name alone. */
const OF_PARAMETERS = new Set(['tool', 'call_tool', 'list_tools', 'read_resource', 'get_prompt']);

/** Routes are methods of an application or a router itself, unlike `request.headers.get`. */
const OF_APPLICATION = /(?<!Request)\(\)\.\w+(?:\(\))?$/u;

const decoratorOf = memoByName((name) => {
  const kind = DECORATORS.exec(name)?.[1];
  const isRoute = kind !== undefined && ROUTES.has(kind);
  return isRoute && !(WEB.test(name) && OF_APPLICATION.test(name)) ? undefined : kind;
});

function decoratorKind(event: CallEvent): string | undefined {
  for (const name of event.names) {
    const kind = decoratorOf(name);
    if (kind !== undefined) return kind;
  }
  // `@mcp.tool()` of a server passed as a parameter.
  const { method = '' } = event;
  return event.names.length === 0 && OF_PARAMETERS.has(method) ? method : undefined;
}

const isToolType = memoByName((name) => /(?:^|\.)Tool$/u.test(name));

/** `types.Tool(name=…, description=…, inputSchema=…)`. */
function toolType(event: CallEvent, surface: SurfaceCollector): void {
  if (!event.names.some(isToolType)) return;
  const { named } = event.arguments;
  const name = named.get('name');
  if (!name) return;
  const lineOf = (field: string): number | undefined =>
    event.node.arguments.find((argument) => argument.name === field)?.value.line;
  const description = named.get('description');
  const schema = named.get('inputSchema') ?? named.get('input_schema') ?? named.get('parameters');
  surface.declareTool({
    name,
    ...(description && { description, descriptionLine: lineOf('description') ?? event.node.line }),
    ...(schema && { schema }),
    annotations: named.get('annotations') ?? UNKNOWN,
    file: event.frame.module,
    line: event.node.line,
  });
}

const isAdder = memoByName((name) => name.endsWith('Tool.from_function'));
const isRouter = memoByName((name) =>
  /starlette.*\.(?:Route|WebSocketRoute|Mount)$|django\.urls\.(?:re_)?path$|aiohttp\.web\.(?:get|post|put|delete|patch|route|view)$|\.router\.add_\w+$|\.add_(?:api_)?route$|\.add_url_rule$/u.test(
    name,
  ),
);

/** A handler passed as a value: `mcp.add_tool(f)`, `Route("/x", endpoint=f)`, `Tool.from_function(f)`. */
function byReference(
  event: CallEvent,
  server: Value | undefined,
  machine: Machine,
  surface: SurfaceCollector,
): boolean {
  const { positional, named } = event.arguments;
  const isAddition = event.method === 'add_tool' || event.names.some(isAdder);
  const isRoute = event.names.some(isRouter);
  if (!isAddition && !isRoute) return false;
  const candidates = [...positional, ...named.values()].flatMap(({ targets }) => targets);
  const closures = candidates.filter((target) => target.kind === 'closure');
  const [first] = positional;
  const title = named.get('name') ?? (textOf(first) === undefined ? undefined : first);
  const options = title ? new Map([...named, ['name', title] as const]) : named;
  for (const closure of closures) {
    if (isAddition) declareTool(closure, options, event, machine, surface);
    else {
      const name = nameOf(positional[0] ?? named.get('path'));
      surface.handle(
        'route',
        name,
        { ...UNKNOWN, targets: [closure] },
        [request(closure, name, machine)],
        machine,
      );
      const served = {
        kind: 'route',
        path: pathGiven(event) ?? name,
        dependencies: named.get('dependencies'),
      };
      noteRoute(closure, { ...served, server: server ?? event.receiver }, event, machine, surface);
    }
  }
  return closures.length > 0;
}

/** A tool that is given to a function of the package or of a framework, under any name that mentions tools. */
function offered(event: CallEvent, machine: Machine, surface: SurfaceCollector): void {
  const functions = event.arguments.positional.filter((value) => closuresOf(value).length > 0);
  const tool = offeredTool(event, () => functions.at(-1));
  if (!tool) return;
  noteOfferedTool(event, tool, machine, surface, () => {
    const title = nameOf(tool.name);
    for (const closure of closuresOf(tool.handler)) {
      const values = argumentsFor(closure, 'tool-parameter', title, event, machine, surface);
      surface.handle('tool', title, { ...UNKNOWN, targets: [closure] }, values, machine);
    }
  });
}

/** A decorator that is not called before it is applied, with the server that it is a method of. */
function withServer(event: CallEvent): CallEvent {
  const fields = new Map([...optionsOf(event), ['%server', event.receiver ?? UNKNOWN] as const]);
  return { ...event, callee: { ...event.callee, objects: [{ id: 0, fields }] } };
}

/** What Python servers register, declare and listen on. */
export const pythonSurface =
  (surface: SurfaceCollector): Model =>
  (event, machine) => {
    noteListening(event, surface, (app) => applicationOf(app, event, machine, surface));
    notePassing(event, surface);
    noteProtocol(event, surface);
    noteServerMethod(event, machine, surface);
    toolType(event, surface);
    serverTexts(event, surface);
    lowLevelHandlers(event, machine, surface);
    const created = serverCreated(event, lifespanServer(event, machine, surface), machine, surface);
    if (byReference(event, created, machine, surface)) return created ?? UNKNOWN;
    if (created) return created;
    const other = wrapper(event, machine) ?? standardServer(event, machine, surface);
    if (other) return other;
    const kind = decoratorKind(event) ?? textOf(optionsOf(event).get('%kind'));
    if (kind === undefined) {
      offered(event, machine, surface);
      return currentContext(event, machine, surface);
    }
    const [first] = event.arguments.positional;
    const closures = (first?.targets ?? []).filter((target) => target.kind === 'closure');
    // `@app.before_request`, without arguments, is called with the function itself.
    const at = event.receiver && !optionsOf(event).has('%kind') ? withServer(event) : event;
    for (const closure of closures) decorated(kind, closure, at, machine, surface);
    if (closures.length > 0) return first && join(first, UNKNOWN);
    // `@mcp.tool(name="x")`: the arguments are kept for the function that is decorated next.
    const fields = new Map(event.arguments.named);
    event.arguments.positional.forEach((value, position) => fields.set(String(position), value));
    fields.set('%kind', { ...UNKNOWN, constants: [kind] });
    if (event.receiver) fields.set('%server', event.receiver);
    const lines = new Map(
      event.node.arguments.flatMap(({ name, value }) =>
        name === undefined ? [] : [[name, value.line] as const],
      ),
    );
    const [path = ''] = event.names;
    return objectValue({ id: machine.newId(), fields, lines, path: `${path}()` });
  };
