import type { CallEvent, Machine } from '../engine/machine.js';
import { iterate } from '../engine/objects.js';
import { ALL_ARGUMENTS, Neutral, NEUTRAL_ALL, type Taint } from '../engine/taint.js';
import {
  join,
  objectValue,
  textOf,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type Value,
} from '../engine/value.js';
import type { Expression, Parameter } from '../ir/program.js';
import { writeInto } from '../models/go/results.js';
import type { Model } from '../models/model.js';
import { nameOf, type SurfaceCollector } from './collector.js';
import { serverTexts } from './server-texts.js';
import type { ToolParameter } from './surface.js';

const NUMBER = NEUTRAL_ALL & ~Neutral.SIZE;
const NUMBERS = /^(?:u?int(?:8|16|32|64)?|float(?:32|64)|bool|byte|rune)$/u;

const fieldOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.objects[0]?.fields.get(name);

const closuresOf = (value: Value | undefined): Closure[] =>
  (value?.targets ?? []).filter((target) => target.kind === 'closure');

const typeName = (type: Expression | undefined): string =>
  type?.kind === 'name' ? type.name : type?.kind === 'member' ? type.property : '';

/** `mcp.WithString("path", mcp.Required(), …)` of an option list. */
const WITH = /mcp-go\/mcp\.With(String|Number|Boolean|Object|Array|Any)$/u;

/** `mcp.NewTool("name", options…)`: an object of the tool, with what its options say. */
function newTool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value {
  const [name = UNKNOWN, ...options] = event.arguments.positional;
  const text = options.map((each) => fieldOf(each, '%tool-description')).find((value) => value !== undefined);
  const parameters = options.flatMap((each): ToolParameter[] => {
    const parameter = textOf(fieldOf(each, '%parameter'));
    if (parameter === undefined) return [];
    const description = textOf(fieldOf(each, '%description'));
    return [
      {
        name: parameter,
        type: textOf(fieldOf(each, '%type')) ?? 'string',
        ...(description !== undefined && { description }),
        bounded: fieldOf(each, '%bounded') !== undefined,
        line: each.objects[0]?.lines?.get('') ?? event.node.line,
      },
    ];
  });
  const description = text;
  surface.declareTool({
    name,
    ...(description && {
      description,
      descriptionLine:
        options.find((each) => fieldOf(each, '%tool-description'))?.objects[0]?.lines?.get('') ??
        event.node.line,
    }),
    parameters,
    annotations: objectValue({
      id: machine.newId(),
      fields: new Map(
        options.flatMap((each) =>
          [...(each.objects[0]?.fields ?? [])].filter(([key]) => key.endsWith('Hint')),
        ),
      ),
    }),
    file: event.frame.module,
    line: event.node.line,
  });
  return objectValue({
    id: machine.newId(),
    fields: new Map([['Name', name]]),
    path: 'github.com/mark3labs/mcp-go/mcp.Tool()',
  });
}

/** Options of a tool and of its parameters, kept as objects until the tool is made. */
function toolOption(event: CallEvent, machine: Machine): Value | undefined {
  const { positional } = event.arguments;
  const lines = new Map([['', event.node.line]]);
  const made = (fields: readonly (readonly [string, Value])[]): Value =>
    objectValue({ id: machine.newId(), fields: new Map(fields), lines });
  for (const name of event.names) {
    if (!name.includes('mcp-go/mcp.')) continue;
    const option = name.slice(name.lastIndexOf('.') + 1);
    const [first = UNKNOWN, ...others] = positional;
    if (option === 'WithDescription') return made([['%tool-description', first]]);
    if (option === 'Description') return made([['%description', first]]);
    if (option === 'Enum' || option === 'Pattern' || option === 'MaxLength' || option === 'Max')
      return made([['%bounded', { ...UNKNOWN, constants: [true] }]]);
    const hint = /^With(ReadOnly|Destructive|Idempotent|OpenWorld)HintAnnotation$/u.exec(option)?.[1];
    if (hint !== undefined) return made([[`${hint.charAt(0).toLowerCase()}${hint.slice(1)}Hint`, first]]);
    const type = WITH.exec(name)?.[1];
    if (type === undefined) continue;
    const inner = others.flatMap((each) => [...(each.objects[0]?.fields ?? [])]);
    return made([
      ['%parameter', first],
      ['%type', { ...UNKNOWN, constants: [type.toLowerCase()] }],
      ...inner,
    ]);
  }
  return undefined;
}

/** The request of a handler, whose methods give single parameters. */
function requestOf(tool: string, closure: Closure, machine: Machine): Value {
  const frame = { module: closure.scope.module, entry: { kind: 'tool' as const, name: tool } };
  const taint = machine.source('tool-parameter', ALL_ARGUMENTS, frame, closure.function.line);
  const open: Value = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
  const params = objectValue({
    id: machine.newId(),
    fields: new Map([
      ['Arguments', open],
      ['Name', UNKNOWN],
      ['URI', { ...open, key: machine.newKey() }],
    ]),
  });
  return {
    ...objectValue({
      id: machine.newId(),
      fields: new Map([['Params', params]]),
      path: 'github.com/mark3labs/mcp-go/mcp.CallToolRequest()',
    }),
    taints: open.taints,
    key: machine.newKey(),
  };
}

/** The fields of a struct of arguments, each a parameter of its own. */
function argumentFields(
  info: ClassInfo,
  at: Parameters<Machine['source']>[2],
  machine: Machine,
): Map<string, Value> {
  const fields = new Map<string, Value>();
  for (const field of info.definition.fields) {
    const named = machine.source('tool-parameter', field.name, at, field.line);
    const neutral = NUMBERS.test(typeName(field.type)) ? NUMBER : 0;
    fields.set(field.name, { ...UNKNOWN, taints: [{ ...named, neutral }], key: machine.newKey() });
  }
  return fields;
}

const argumentsIn = (request: Value | undefined): Taint | undefined =>
  request?.taints.find(({ source }) => source.kind === 'tool-parameter' && source.name === ALL_ARGUMENTS);

/** `mcp.ParseString(request, "path", "")` as `request.GetString("path", "")`. */
function asMethod(event: CallEvent): CallEvent {
  const parsed = event.names.map((name) => /mcp-go\/mcp\.Parse(\w+)$/u.exec(name)?.[1]).find(Boolean);
  const [receiver, ...positional] = event.arguments.positional;
  if (parsed === undefined || !receiver) return event;
  const kind = /^(?:U?Int|Float|Bool)/u.exec(parsed)?.[0].replace('U', '') ?? 'String';
  return { ...event, method: `Get${kind}`, receiver, arguments: { ...event.arguments, positional } };
}

/** `request.BindArguments(&in)`: the fields of a struct are the parameters. */
function boundArguments(event: CallEvent, machine: Machine): Value | undefined {
  const taint = argumentsIn(event.receiver);
  if (event.method !== 'BindArguments' || !taint) return undefined;
  const { entry, file } = taint.source;
  const at = { module: file, entry: { kind: 'tool' as const, name: entry } };
  const structs = event.arguments.positional[0]?.objects.filter((object) => object.class) ?? [];
  for (const { class: info, fields } of structs)
    for (const [name, value] of info ? argumentFields(info, at, machine) : []) fields.set(name, value);
  if (structs.length === 0)
    writeInto(0, { ...UNKNOWN, taints: [taint], key: machine.newKey() }, event, machine);
  return UNKNOWN;
}

/** `request.GetString("path", "")`, `RequireString("path")`, `GetArguments()`. */
function requestMethod(call: CallEvent, machine: Machine): Value | undefined {
  const event = asMethod(call);
  const { method = '', receiver } = event;
  const match = /^(?:Get|Require)(String|Int|Float|Bool|Arguments|StringSlice|RawArguments)$/u.exec(method);
  const taint = argumentsIn(receiver);
  if (!match || !taint) return undefined;
  if (match[1] === 'Arguments' || match[1] === 'RawArguments')
    return { ...UNKNOWN, taints: [taint], key: machine.newKey(receiver?.key, 0, '.arguments') };
  const name = nameOf(event.arguments.positional[0]);
  const { entry, file, line } = taint.source;
  const at = { module: file, entry: { kind: 'tool' as const, name: entry } };
  const named = machine.source('tool-parameter', name === '' ? 'an argument' : name, at, line);
  const neutral = match[1] === 'String' || match[1] === 'StringSlice' ? 0 : NUMBER;
  const value: Value = {
    ...UNKNOWN,
    taints: [{ ...named, neutral }],
    key: machine.newKey(receiver?.key, 0, `.${name}`),
  };
  const initial = event.arguments.positional[1];
  if (method.startsWith('Require'))
    return objectValue({ id: machine.newId(), fields: new Map(), items: [value, UNKNOWN] });
  return initial ? join(value, initial) : value;
}

/** An argument struct of the official SDK: its fields are the parameters. */
function typedArguments(
  parameter: Parameter | undefined,
  tool: string,
  closure: Closure,
  event: CallEvent,
  machine: Machine,
): Value {
  const at = { module: closure.scope.module, entry: { kind: 'tool' as const, name: tool } };
  const taint = machine.source('tool-parameter', ALL_ARGUMENTS, at, closure.function.line);
  const open: Value = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
  const type = parameter?.type;
  const inner = type?.kind === 'index' ? type.index : type;
  const frame = { ...event.frame, scope: closure.scope };
  const [info] = inner
    ? machine.evaluate(inner, frame).targets.filter((target) => target.kind === 'class')
    : [];
  if (!info) return open;
  return objectValue({ id: machine.newId(), fields: argumentFields(info, at, machine), class: info });
}

function structParameters(
  parameter: Parameter | undefined,
  closure: Closure,
  event: CallEvent,
  machine: Machine,
): ToolParameter[] | undefined {
  const type = parameter?.type;
  const inner = type?.kind === 'index' ? type.index : type;
  const frame = { ...event.frame, scope: closure.scope };
  const [info] = inner
    ? machine.evaluate(inner, frame).targets.filter((target) => target.kind === 'class')
    : [];
  return info?.definition.fields.map((field) => {
    const tag = field.value?.kind === 'constant' ? String(field.value.value) : '';
    const description = /jsonschema(?:_description)?:"(?:description=)?([^"]*)"/u.exec(tag)?.[1];
    const name = /json:"([^",]*)/u.exec(tag)?.[1] ?? field.name;
    return {
      name,
      type: NUMBERS.test(typeName(field.type)) ? 'number' : typeName(field.type),
      ...(description !== undefined && { description }),
      bounded: false,
      line: field.line,
    };
  });
}

/** `s.AddTool(tool, handler)`, `mcp.AddTool(server, &mcp.Tool{…}, handler)`. */
function addTool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const handler = positional.at(-1);
  const tool = positional.at(-2);
  const closures = closuresOf(handler);
  if (!handler || !tool || closures.length === 0) return undefined;
  const name = fieldOf(tool, 'Name') ?? UNKNOWN;
  const literal = tool.objects[0];
  const description = fieldOf(tool, 'Description');
  for (const closure of closures) {
    const { parameters } = closure.function;
    const isTyped = parameters.length >= 3;
    const struct = isTyped ? structParameters(parameters[2], closure, event, machine) : undefined;
    const title = fieldOf(tool, 'Annotations');
    surface.declareTool({
      name,
      ...(description && {
        description,
        descriptionLine: literal?.lines?.get('Description') ?? event.node.line,
      }),
      ...(struct && { parameters: struct }),
      ...(title && { annotations: goAnnotations(title) }),
      handler,
      file: event.frame.module,
      line: literal?.lines?.get('Name') ?? event.node.line,
    });
    const request = requestOf(nameOf(name), closure, machine);
    const values = isTyped
      ? [UNKNOWN, request, typedArguments(parameters[2], nameOf(name), closure, event, machine)]
      : [UNKNOWN, request];
    surface.handle('tool', nameOf(name), { ...UNKNOWN, targets: [closure] }, values, machine);
  }
  return UNKNOWN;
}

/** `s.AddTools(server.ServerTool{Tool: tool, Handler: handler}, …)`. */
function addTools(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional, spread } = event.arguments;
  const objects = [...positional, ...(spread ? [iterate(spread, event.frame, machine)] : [])].flatMap(
    (each) => each.objects,
  );
  for (const { fields } of objects) {
    const pair = [fields.get('Tool') ?? UNKNOWN, fields.get('Handler') ?? UNKNOWN];
    addTool({ ...event, arguments: { positional: pair, named: new Map() } }, machine, surface);
  }
  return UNKNOWN;
}

/** `&mcp.ToolAnnotations{ReadOnlyHint: true}` under the protocol's own names. */
const goAnnotations = (value: Value): Value => ({
  ...value,
  objects: value.objects.map((object) => ({
    ...object,
    fields: new Map(
      [...object.fields].map(([key, field]) => [key.charAt(0).toLowerCase() + key.slice(1), field]),
    ),
  })),
});

/** `http.HandleFunc(path, handler)`, `mux.HandleFunc`, `router.GET`. */
function route(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { method = '', arguments: given, names } = event;
  const isRoute =
    /^(?:HandleFunc|Handle|HandlerFunc|GET|POST|PUT|DELETE|PATCH|Get|Post|Put|Delete|Patch)$/u.test(method);
  if (!isRoute || !names.some((name) => /net\/http|gin|echo|chi|mux|fiber/u.test(name))) return undefined;
  const name = nameOf(given.positional[0]);
  for (const handler of given.positional)
    for (const closure of closuresOf(handler)) {
      const at = { module: closure.scope.module, entry: { kind: 'route' as const, name } };
      const taint = machine.source('http-request', 'the request', at, closure.function.line);
      const request: Value = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
      const isPair = closure.function.parameters.length >= 2;
      surface.handle(
        'route',
        name,
        { ...UNKNOWN, targets: [closure] },
        isPair ? [UNKNOWN, request] : [request],
        machine,
      );
    }
  return undefined;
}

function listens(event: CallEvent, surface: SurfaceCollector): void {
  const { frame, node, names, arguments: given } = event;
  const at = { file: frame.module, line: node.line };
  for (const name of names) {
    if (/\.ServeStdio$|\.StdioTransport(?:\(\))?$|NewStdioTransport$/u.test(name))
      surface.addListening({ transport: 'stdio', ...at });
    else if (/NewSSEServer$|NewSSEHandler$/u.test(name)) surface.addListening({ transport: 'sse', ...at });
    else if (/NewStreamableHTTP(?:Server|Handler)$/u.test(name))
      surface.addListening({ transport: 'http', ...at });
    else if (
      /^net\/http\.ListenAndServe(?:TLS)?$|(?:SSEServer|StreamableHTTPServer)\(\)\.Start$/u.test(name)
    ) {
      const [host] = given.positional;
      surface.addListening({ transport: 'http', ...at, ...(host && { host }) });
    }
  }
}

/** What Go's servers register, declare and listen on. */
export const goSurface =
  (surface: SurfaceCollector): Model =>
  (event, machine) => {
    listens(event, surface);
    serverTexts(event, surface);
    const option = toolOption(event, machine);
    if (option) return option;
    if (event.names.some((name) => name.endsWith('mcp-go/mcp.NewTool')))
      return newTool(event, machine, surface);
    const value = requestMethod(event, machine) ?? boundArguments(event, machine);
    if (value) return value;
    if (event.names.some((name) => name.endsWith('NewTypedToolHandler')))
      return event.arguments.positional[0];
    if (event.method === 'AddTool') return addTool(event, machine, surface);
    if (event.method === 'AddTools' || event.method === 'SetTools') return addTools(event, machine, surface);
    return route(event, machine, surface);
  };
