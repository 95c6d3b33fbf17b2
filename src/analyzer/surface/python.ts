import type { CallEvent, Machine } from '../engine/machine.js';
import { constantOf, join, objectValue, textOf, UNKNOWN, type Closure, type Value } from '../engine/value.js';
import type { Model } from '../models/model.js';
import { nameOf, type SurfaceCollector } from './collector.js';
import { askedContext, lifespanServer } from './lifespans.js';
import {
  argumentsFor,
  FIXED,
  isContext,
  lastName,
  NUMBERS,
  parameterName,
  partsOf,
  request,
  typeBehind,
} from './python-arguments.js';
import { serverTexts } from './server-texts.js';
import type { ToolParameter } from './surface.js';

const BOUNDED_NAMES = /^(?:pattern|regex|max_length|enum|examples|le|lt)$/u;

function parametersOf({ wraps, ...own }: Closure, event: CallEvent, machine: Machine): ToolParameter[] {
  const closure = wraps ?? own;
  return closure.function.parameters
    .filter((parameter) => !isContext(parameter))
    .map((parameter): ToolParameter => {
      const type = typeBehind(parameter.type, closure, event, machine);
      const outer = type?.kind === 'index' ? type : undefined;
      const annotated = outer && lastName(outer.object) === 'Annotated' ? partsOf(outer.index) : [];
      const calls = [...annotated, ...(parameter.default ? [parameter.default] : [])].filter(
        ({ kind }) => kind === 'call',
      );
      const named = calls.flatMap((call) => (call.kind === 'call' ? call.arguments : []));
      const described = named.find(({ name }) => name === 'description')?.value;
      const plain = annotated.find(({ kind }) => kind === 'constant');
      const text =
        described?.kind === 'constant'
          ? described.value
          : plain?.kind === 'constant'
            ? plain.value
            : undefined;
      const inner = annotated[0] ?? type;
      const name = inner ? lastName(inner.kind === 'index' ? inner.object : inner) : '';
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
        ...(typeof text === 'string' && { description: text }),
        bounded: FIXED.has(name) || named.some((each) => BOUNDED_NAMES.test(each.name ?? '')),
        line: described?.line ?? parameter.pattern.line,
      };
    });
}

/** What a decorator with arguments was given, kept until it meets its function. */
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
  const documented = definition.documentation;
  const description =
    text ?? (documented === undefined ? undefined : { ...UNKNOWN, constants: [documented] });
  surface.declareTool({
    name: { ...UNKNOWN, constants: [title] },
    ...(description && {
      description,
      descriptionLine: text
        ? (event.callee.objects[0]?.lines?.get('description') ?? definition.line)
        : definition.line + 1,
    }),
    parameters: parametersOf(closure, event, machine),
    annotations: options.get('annotations') ?? UNKNOWN,
    handler: { ...UNKNOWN, targets: [closure] },
    file: scope.module,
    line: definition.line,
  });
  const values = argumentsFor(closure, 'tool-parameter', title, event, machine, surface.context);
  const byName = closure.wraps && closure.function.parameters.some(({ rest }) => rest === 'map');
  const named = byName ? namedAs(closure.wraps, values) : undefined;
  surface.handle('tool', title, { ...UNKNOWN, targets: [closure] }, named ? [] : values, machine, named);
}

/** Values under the names of the parameters that they are for. */
const namedAs = (closure: Closure, values: readonly Value[]): Map<string, Value> => {
  const { parameters } = closure.function;
  const names = parameters.slice(parameters.length - values.length).map(parameterName);
  return new Map(values.map((value, place) => [names[place] ?? '', value]));
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

function decorated(
  kind: string,
  closure: Closure,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const options = optionsOf(event);
  const handler: Value = { ...UNKNOWN, targets: [closure] };
  const first = nameOf(options.get('0') ?? options.get('uri') ?? options.get('path'));
  if (kind === 'tool') declareTool(closure, options, event, machine, surface);
  else if (kind === 'call_tool') callTool(closure, event, machine, surface);
  else if (kind === 'list_tools' || kind === 'list_resources' || kind === 'list_prompts')
    surface.handle('function', closure.function.name, handler, [], machine);
  else if (kind === 'resource' || kind === 'read_resource' || kind === 'prompt' || kind === 'get_prompt') {
    const entry = kind === 'resource' || kind === 'read_resource' ? 'resource' : 'prompt';
    const values = argumentsFor(closure, 'tool-parameter', first, event, machine, surface.context);
    const text = closure.function.documentation;
    if (text !== undefined)
      surface.addText({
        kind: entry,
        name: first,
        text,
        file: closure.scope.module,
        line: closure.function.line + 1,
      });
    surface.handle(entry, first, handler, values, machine);
  } else {
    const name = `${kind.toUpperCase()} ${first}`;
    surface.handle(
      'route',
      name,
      handler,
      argumentsFor(closure, 'http-request', name, event, machine),
      machine,
    );
  }
}

const DECORATORS =
  /(?:^|\.|\(\))(tool|call_tool|list_tools|resource|read_resource|prompt|get_prompt|list_resources|list_prompts|get|post|put|delete|patch|route|websocket|custom_route)(?:\(\))?$/u;
const WEB =
  /fastapi|flask|starlette|quart|sanic|aiohttp\.web|FastAPI|Flask|Starlette|APIRouter|Blueprint|custom_route/u;
const ROUTES = new Set(['get', 'post', 'put', 'delete', 'patch', 'route', 'websocket', 'custom_route']);

function decoratorKind(event: CallEvent): string | undefined {
  for (const name of event.names) {
    const kind = DECORATORS.exec(name)?.[1];
    if (kind !== undefined && (!ROUTES.has(kind) || WEB.test(name))) return kind;
  }
  // `@mcp.tool()` of a server that came as a parameter.
  const { method } = event;
  return event.names.length === 0 && (method === 'tool' || method === 'call_tool') ? method : undefined;
}

/** `types.Tool(name=…, description=…, inputSchema=…)`. */
function toolType(event: CallEvent, surface: SurfaceCollector): void {
  if (!event.names.some((name) => /(?:^|\.)Tool$/u.test(name))) return;
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

/** How a server is run: `mcp.run(transport="sse")`, `uvicorn.run(app, host=…)`. */
function listens(event: CallEvent, surface: SurfaceCollector): void {
  const { frame, node, names, arguments: given } = event;
  const at = { file: frame.module, line: node.line };
  for (const name of names) {
    if (name.endsWith('stdio_server')) surface.addListening({ transport: 'stdio', ...at });
    else if (name.endsWith('SseServerTransport')) surface.addListening({ transport: 'sse', ...at });
    else if (name.endsWith('StreamableHTTPSessionManager'))
      surface.addListening({ transport: 'http', ...at });
    else if (
      /^(?:uvicorn\.(?:run|Config)|hypercorn\.\w+|waitress\.serve)$/u.test(name) ||
      /(?:Flask|Sanic|Quart)\(\)\.run$/u.test(name)
    ) {
      const host = given.named.get('host');
      surface.addListening({ transport: 'http', ...at, ...(host && { host }) });
    } else if (/(?:FastMCP|MCPServer)\(\)\.run(?:_async)?$/u.test(name)) {
      const transport = constantOf(given.named.get('transport') ?? given.positional[0]);
      const kind =
        transport === 'sse'
          ? 'sse'
          : transport === undefined || transport === 'stdio' || transport === null
            ? 'stdio'
            : 'http';
      const host = given.named.get('host');
      const unknown = given.named.has('transport') && transport === undefined;
      surface.addListening({ transport: unknown ? 'http' : kind, ...at, ...(host && { host }) });
    }
  }
}

/** A handler given by reference: `mcp.add_tool(f)`, `Route("/x", endpoint=f)`, `Tool.from_function(f)`. */
function byReference(event: CallEvent, machine: Machine, surface: SurfaceCollector): boolean {
  const { positional, named } = event.arguments;
  const isAddition =
    event.method === 'add_tool' || event.names.some((name) => name.endsWith('Tool.from_function'));
  const isRoute = event.names.some((name) =>
    /starlette.*\.(?:Route|WebSocketRoute)$|\.add_(?:api_)?route$|\.add_url_rule$/u.test(name),
  );
  if (!isAddition && !isRoute) return false;
  const candidates = [...positional, ...named.values()].flatMap(({ targets }) => targets);
  const closures = candidates.filter((target) => target.kind === 'closure');
  for (const closure of closures) {
    if (isAddition) declareTool(closure, named, event, machine, surface);
    else {
      const name = nameOf(positional[0] ?? named.get('path'));
      surface.handle(
        'route',
        name,
        { ...UNKNOWN, targets: [closure] },
        [request(closure, name, machine)],
        machine,
      );
    }
  }
  return closures.length > 0;
}

/** What Python's servers register, declare and listen on. */
export const pythonSurface =
  (surface: SurfaceCollector): Model =>
  (event, machine) => {
    listens(event, surface);
    toolType(event, surface);
    serverTexts(event, surface);
    if (byReference(event, machine, surface)) return UNKNOWN;
    const kind = decoratorKind(event) ?? textOf(optionsOf(event).get('%kind'));
    if (kind === undefined) return lifespanServer(event, machine, surface) ?? askedContext(event, surface);
    const [first] = event.arguments.positional;
    const closures = (first?.targets ?? []).filter((target) => target.kind === 'closure');
    for (const closure of closures) decorated(kind, closure, event, machine, surface);
    if (closures.length > 0) return first && join(first, UNKNOWN);
    // `@mcp.tool(name="x")`: what it is given is kept for the function that comes next.
    const fields = new Map(event.arguments.named);
    event.arguments.positional.forEach((value, place) => fields.set(String(place), value));
    fields.set('%kind', { ...UNKNOWN, constants: [kind] });
    const lines = new Map(
      event.node.arguments.flatMap(({ name, value }) =>
        name === undefined ? [] : [[name, value.line] as const],
      ),
    );
    const [path = ''] = event.names;
    return objectValue({ id: machine.newId(), fields, lines, path: `${path}()` });
  };
