import type { CallEvent } from '../../../engine/events.js';
import type { Arguments } from '../../../engine/frame.js';
import type { Machine, Reporter, ValueFactory } from '../../../engine/machine.js';
import { iterate } from '../../../engine/values/objects.js';
import {
  objectValue,
  targetValue,
  textOf,
  UNKNOWN,
  type Closure,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import { closuresOf } from '../../../models/callbacks.js';
import { fieldAmong, type Model } from '../../../models/model.js';
import { memoByName } from '../../../common/memo.js';
import { nameOf, type SurfaceCollector } from '../../../surface/surface-collector.js';
import { fieldParameters, structOf, typedArguments } from './arguments.js';
import { requestFunctions } from './http-requests.js';
import { offered } from './offered.js';
import { namesWithTransport, noteListening } from './listening.js';
import { noteProtocol } from './protocol.js';
import { requestCall, requestOf } from './requests.js';
import { applicationOf, notePassing, serverCall } from './routes.js';
import { asProtocol, schemaInText } from './schemas.js';
import { serverTexts } from '../../../surface/server-texts.js';
import type { ToolParameter } from '../../../surface/surface.js';

/** The field in which a tool keeps a struct of its arguments' type. */
const STRUCT = '%struct';

/** Besides the struct that a function returns, there may be the empty one that it returns with an error. */
const holderOf = (value: Value | undefined, name: string): HeapObject | undefined =>
  value?.objects.find(({ fields }) => fields.has(name));

/** The options of `mcp.WithString("path", mcp.Required(), …)`. */
const WITH = /mcp-go\/mcp\.With(String|Number|Boolean|Object|Array|Any)$/u;

/** `mcp.NewTool("name", options…)`: a tool object with the contents of its options. */
function newTool(event: CallEvent, machine: ValueFactory, surface: SurfaceCollector): Value {
  const [name = UNKNOWN, ...options] = event.arguments.positional;
  const text = options
    .map((each) => fieldAmong(each, '%tool-description'))
    .find((value) => value !== undefined);
  const parameters = options.flatMap((each): ToolParameter[] => {
    const parameter = textOf(fieldAmong(each, '%parameter'));
    if (parameter === undefined) return [];
    const description = textOf(fieldAmong(each, '%description'));
    return [
      {
        name: parameter,
        type: textOf(fieldAmong(each, '%type')) ?? 'string',
        ...(description !== undefined && { description }),
        bounded: fieldAmong(each, '%bounded') !== undefined,
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
        options.find((each) => fieldAmong(each, '%tool-description'))?.objects[0]?.lines?.get('') ??
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

/** Options of a tool and its parameters, kept as objects until the tool is created. */
function toolOption(event: CallEvent, machine: ValueFactory): Value | undefined {
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

/** `mcp.NewToolWithRawSchema("name", "description", schema)`, `protocol.NewTool("name", "description", In{})`. */
function describedTool(event: CallEvent, machine: ValueFactory): Value {
  const [name = UNKNOWN, description = UNKNOWN, schema] = event.arguments.positional;
  const info = schema?.objects[0]?.class;
  const inText = info ? undefined : schemaInText(schema, machine);
  const fields = new Map([
    ['Name', name],
    ['Description', description],
  ]);
  if (inText) fields.set('InputSchema', inText);
  if (info) fields.set(STRUCT, schema);
  const line = event.node.line;
  return objectValue({
    id: machine.newId(),
    fields,
    lines: new Map([
      ['Name', line],
      ['Description', event.node.arguments[1]?.value.line ?? line],
    ]),
  });
}

/** `mcp.NewServerTool("name", "description", handler, …)` of the official SDK before its version 1. */
function toolWithHandler(event: CallEvent, machine: ValueFactory): Value {
  const Tool = describedTool({ ...event, arguments: firstOf(event, 2) }, machine);
  const Handler = event.arguments.positional[2] ?? UNKNOWN;
  return objectValue({ id: machine.newId(), fields: new Map(Object.entries({ Tool, Handler })) });
}

const firstOf = ({ arguments: { positional } }: CallEvent, count: number): Arguments => ({
  positional: positional.slice(0, count),
  named: new Map(),
});

/** The parameter that has the handler's own arguments type: after the request, or the only one. */
function argumentsIndex({ function: { parameters } }: Closure, alone: boolean): number | undefined {
  if (alone) return parameters.length - 1;
  return parameters.length >= 3 ? 2 : undefined;
}

/** Runs a tool handler, and declares the tool's parameters from its arguments type. */
function handleTool(
  tool: Value,
  closure: Closure,
  alone: boolean,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const name = fieldAmong(tool, 'Name') ?? UNKNOWN;
  const literal = holderOf(tool, 'Name');
  const description = fieldAmong(tool, 'Description');
  const index = argumentsIndex(closure, alone);
  const parameter = index === undefined ? undefined : closure.function.parameters[index];
  const info =
    fieldAmong(tool, STRUCT)?.objects[0]?.class ?? structOf(parameter?.type, closure, event, machine);
  const schema = fieldAmong(tool, 'InputSchema');
  const title = fieldAmong(tool, 'Annotations');
  surface.declareTool({
    name,
    ...(description && {
      description,
      descriptionLine: literal?.lines?.get('Description') ?? event.node.line,
    }),
    ...(info ? { parameters: fieldParameters(info) } : schema && { schema: asProtocol(schema) }),
    ...(title && { annotations: asProtocol(title) }),
    handler: targetValue(closure),
    file: event.frame.module,
    line: literal?.lines?.get('Name') ?? event.node.line,
  });
  const request = requestOf({ kind: 'tool', name: nameOf(name) }, closure, machine);
  const given = typedArguments(parameter, nameOf(name), closure, event, machine);
  const positional = closure.function.parameters.map((_, each) =>
    each === index ? given : each === 1 ? request : UNKNOWN,
  );
  surface.handle('tool', nameOf(name), targetValue(closure), positional, machine);
}

/** `s.AddTool(tool, handler)`, `mcp.AddTool(server, &mcp.Tool{…}, handler)`. */
function addTool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const handler = positional.at(-1);
  const tool = positional.at(-2);
  const closures = closuresOf(handler);
  if (!handler || !tool || closures.length === 0) return undefined;
  for (const closure of closures) handleTool(tool, closure, false, event, machine, surface);
  return UNKNOWN;
}

/** `server.RegisterTool(tool, handler)`, and `server.RegisterTool("name", "description", handler)` of mcp-golang. */
function registerTool(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const { positional } = event.arguments;
  const closures = closuresOf(positional[2]);
  if (closures.length === 0 || textOf(positional[0]) === undefined) return addTool(event, machine, surface);
  const tool = describedTool({ ...event, arguments: firstOf(event, 2) }, machine);
  for (const closure of closures) handleTool(tool, closure, true, event, machine, surface);
  return UNKNOWN;
}

/** The arguments of a call, given individually or as a spread list. */
const objectsGiven = (
  { arguments: { positional, spread }, frame }: CallEvent,
  machine: ValueFactory,
): HeapObject[] =>
  [...positional, ...(spread ? [iterate(spread, frame, machine)] : [])].flatMap((each) => each.objects);

/** `s.AddTools(server.ServerTool{Tool: tool, Handler: handler}, …)`. */
function addTools(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  for (const { fields } of objectsGiven(event, machine)) {
    const pair = [fields.get('Tool') ?? UNKNOWN, fields.get('Handler') ?? UNKNOWN];
    addTool({ ...event, arguments: { positional: pair, named: new Map() } }, machine, surface);
  }
  return UNKNOWN;
}

/** `mcp.NewPrompt("name", options…)`, `mcp.NewResource("uri", "name")`. */
const named = (event: CallEvent, machine: ValueFactory): Value =>
  objectValue({ id: machine.newId(), fields: new Map([['Name', event.arguments.positional[0] ?? UNKNOWN]]) });

/** `s.AddPrompt(prompt, handler)`, `s.AddResource(resource, handler)`, `s.AddResourceTemplate(template, handler)`. */
function addOther(
  kind: 'prompt' | 'resource',
  isFixed: boolean,
  [described, handler]: readonly (Value | undefined)[],
  machine: Reporter & ValueFactory,
  surface: SurfaceCollector,
): void {
  const candidates = ['Name', 'URI', 'URITemplate'].map((name) => textOf(fieldAmong(described, name)));
  const name = candidates.find((text) => text !== undefined) ?? '';
  for (const closure of closuresOf(handler)) {
    const request = requestOf({ kind, name }, closure, machine, { uri: !isFixed });
    surface.handle(kind, name, targetValue(closure), [UNKNOWN, request], machine);
  }
}

const OTHERS = /^Add(Prompt|Resource|ResourceTemplate)(s?)$/u;

/** Registers prompts and resources, one or several per call. */
function registerOther(
  event: CallEvent,
  machine: Reporter & ValueFactory,
  surface: SurfaceCollector,
): Value | undefined {
  const [, what = '', several] = OTHERS.exec(event.method ?? '') ?? [];
  if (what === '') return undefined;
  const kind = what === 'Prompt' ? 'prompt' : 'resource';
  const isFixed = what === 'Resource';
  const field = what === 'ResourceTemplate' ? 'Template' : what;
  const pairs =
    several === 's'
      ? objectsGiven(event, machine).map(({ fields }) => [fields.get(field), fields.get('Handler')])
      : [event.arguments.positional];
  if (!pairs.some(([, handler]) => closuresOf(handler).length > 0)) return undefined;
  for (const pair of pairs) addOther(kind, isFixed, pair, machine, surface);
  return UNKNOWN;
}

/** Whether a call creates a tool, and from what. */
const makingOf = memoByName((name): 'tool' | 'described' | 'handled' | 'named' | 'given' | undefined => {
  if (name.endsWith('mcp-go/mcp.NewTool')) return 'tool';
  if (/\/mcp\.NewToolWithRawSchema$|\/protocol\.NewTool$/u.test(name)) return 'described';
  if (name.endsWith('/mcp.NewServerTool')) return 'handled';
  if (/mcp-go\/mcp\.New(?:Prompt|Resource|ResourceTemplate)$/u.test(name)) return 'named';
  return /New(?:Typed|Structured)ToolHandler$/u.test(name) ? 'given' : undefined;
});

/** Calls that create a tool or its parts. */
function toolMade(event: CallEvent, machine: ValueFactory, surface: SurfaceCollector): Value | undefined {
  const option = toolOption(event, machine);
  if (option) return option;
  for (const name of event.names) {
    const making = makingOf(name);
    if (making === 'tool') return newTool(event, machine, surface);
    if (making === 'described') return describedTool(event, machine);
    if (making === 'handled') return toolWithHandler(event, machine);
    if (making === 'named') return named(event, machine);
    if (making === 'given') return event.arguments.positional[0];
  }
  return undefined;
}

/** What Go servers register, declare and listen on. */
export const goSurface =
  (surface: SurfaceCollector): Model =>
  (event, machine) => {
    noteListening(event, (handler) => applicationOf(handler, event, machine, surface), machine, surface);
    notePassing(event, surface);
    noteProtocol(event, surface, namesWithTransport(event));
    serverTexts(event, surface);
    const value = toolMade(event, machine, surface) ?? requestCall(event, machine, surface);
    if (value) return value;
    if (event.method === 'AddTool') return addTool(event, machine, surface);
    if (event.method === 'RegisterTool') return registerTool(event, machine, surface);
    if (event.method === 'AddTools' || event.method === 'SetTools') return addTools(event, machine, surface);
    const other = registerOther(event, machine, surface) ?? serverCall(event, machine, surface);
    if (!other) requestFunctions(event, machine, surface);
    if (!other)
      offered(event, machine, surface, (tool, closure, alone) =>
        handleTool(tool, closure, alone, event, machine, surface),
      );
    return other;
  };
