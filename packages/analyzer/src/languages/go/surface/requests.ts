import type { CallEvent } from '../../../engine/events.js';
import type { Entry } from '../../../engine/frame.js';
import type { Evaluator, Machine, ValueFactory } from '../../../engine/machine.js';
import { ALL_ARGUMENTS, NUMBER, type Taint } from '../../../engine/values/taint.js';
import { inKey } from '../../../engine/values/value-keys.js';
import {
  join,
  objectValue,
  UNKNOWN,
  type Closure,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import { nameFields, results, writeInto } from '../models/results.js';
import { fieldAmong } from '../../../models/model.js';
import { CLIENT, INPUT_RESPONSES, metaOf, REQUEST_STATE } from '../../../surface/call-parts.js';
import { definedAt, holding, requestBehind } from '../../../surface/request-extras.js';
import { nameOf, type SurfaceCollector } from '../../../surface/surface-collector.js';
import { argumentFields, fieldParameters, structOf } from './arguments.js';

/** Which parts of a request a client controls: a resource registered under a fixed URI is only requested by that URI. */
interface Chosen {
  readonly uri: boolean;
}

/** The request of a handler, whose methods return single parameters. */
export function requestOf(
  entry: Entry,
  closure: Closure,
  machine: ValueFactory,
  { uri }: Chosen = { uri: true },
): Value {
  const frame = { module: closure.scope.module, entry };
  const taint = machine.source('tool-parameter', ALL_ARGUMENTS, frame, closure.function.line);
  const open: Value = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
  const params = objectValue({
    id: machine.newId(),
    fields: new Map([
      ['Arguments', open],
      ['Name', UNKNOWN],
      ['URI', uri ? { ...open, key: machine.newKey() } : UNKNOWN],
      ['InputResponses', INPUT_RESPONSES],
      ['RequestState', REQUEST_STATE],
      ['Meta', metaInGo(machine)],
    ]),
  });
  const header = requestBehind(entry, definedAt(closure), machine);
  return {
    ...objectValue({
      id: machine.newId(),
      fields: new Map([
        ['Params', params],
        ['Header', header],
        [EXTRA, holding({ Header: header }, machine)],
      ]),
      path: 'github.com/mark3labs/mcp-go/mcp.CallToolRequest()',
    }),
    taints: open.taints,
    key: machine.newKey(),
  };
}

/** `_meta` of a call: a map in the official SDK, a struct with a map of the keys that are not defined in mcp-go. */
function metaInGo(machine: ValueFactory): Value {
  const meta = metaOf(machine);
  for (const { fields } of meta.objects) fields.set('AdditionalFields', metaOf(machine));
  return meta;
}

/** What a client says that it is, or what it has answered, by the methods and functions that return them. */
function callPartOf(
  { method = '', names, arguments: { positional } }: CallEvent,
  machine: ValueFactory,
): Value | undefined {
  if (method === 'ClientInfo' || method === 'GetClientInfo') return CLIENT;
  if (!names.some((name) => /mcp-go\/server\.(?:Elicitation|Sampling|Roots|Input)Response$/u.test(name)))
    return undefined;
  const [responses = UNKNOWN] = positional;
  return { ...UNKNOWN, taints: responses.taints, key: machine.newKey() };
}

/** What the official SDK adds to a request, also returned by a method. */
const EXTRA = 'Extra';

const extraOf = ({ method, receiver }: CallEvent): Value | undefined =>
  method === 'GetExtra' && argumentsIn(receiver) ? fieldAmong(receiver, EXTRA) : undefined;

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

/** Declares the fields of a struct as parameters of the current tool. */
function declareParameters(info: HeapObject['class'], event: CallEvent, surface: SurfaceCollector): void {
  const { entry, module: file } = event.frame;
  if (!info || entry.kind !== 'tool' || entry.name === '') return;
  const name = { ...UNKNOWN, constants: [entry.name] };
  surface.declareTool({ name, parameters: fieldParameters(info), file, line: event.node.line });
}

/** `request.BindArguments(&in)`: the fields of a struct are the parameters. */
function boundArguments(
  event: CallEvent,
  machine: Evaluator & ValueFactory,
  surface: SurfaceCollector,
): Value | undefined {
  const taint = argumentsIn(event.receiver);
  if (event.method !== 'BindArguments' || !taint) return undefined;
  const { entry, file } = taint.source;
  const at = { module: file, entry: { kind: 'tool' as const, name: entry } };
  const structs = event.arguments.positional[0]?.objects.filter((object) => object.class) ?? [];
  for (const { class: info, fields } of structs) {
    for (const [name, value] of info ? argumentFields(info, at, machine) : []) fields.set(name, value);
    declareParameters(info, event, surface);
  }
  if (structs.length === 0)
    writeInto(0, { ...UNKNOWN, taints: [taint], key: machine.newKey() }, event, machine);
  return UNKNOWN;
}

/** `request.GetString("path", "")`, `RequireString("path")`, `GetArguments()`. */
function requestMethod(call: CallEvent, machine: ValueFactory): Value | undefined {
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
  const sanitizedFor = match[1] === 'String' || match[1] === 'StringSlice' ? 0 : NUMBER;
  const value: Value = {
    ...UNKNOWN,
    taints: [{ ...named, sanitizedFor }],
    key: machine.newKey(receiver?.key, 0, `.${inKey(name)}`),
  };
  const initial = event.arguments.positional[1];
  if (method.startsWith('Require')) return results([value, UNKNOWN], machine);
  return initial ? join(value, initial) : value;
}

/** The argument that reflection passes to a function: an object of the parameter's type, filled with the decoded data. */
function asTaken(
  value: Value,
  info: HeapObject['class'],
  event: CallEvent,
  machine: Evaluator & ValueFactory,
): Value {
  const [rest] = value.objects.flatMap(({ rest: contained }) => contained ?? []);
  const held = rest ?? (value.taints.length > 0 ? value : undefined);
  if (!info || !held) return value;
  const object: HeapObject = { id: machine.newId(), fields: new Map(), class: info, rest: held };
  nameFields(object, held, event, machine);
  return objectValue(object);
}

/** `reflect.ValueOf(handler).Call(arguments)`: a handler of any type with a struct parameter. */
function reflectedCall(event: CallEvent, machine: Machine, surface: SurfaceCollector): Value | undefined {
  const closures = event.receiver?.targets.filter((target) => target.kind === 'closure') ?? [];
  const [list] = event.arguments.positional;
  if (event.method !== 'Call' || closures.length === 0 || !list) return undefined;
  const given = list.objects.flatMap(({ items, rest }) => items ?? (rest ? [rest] : []));
  let result: Value | undefined;
  for (const closure of closures) {
    const positional = closure.function.parameters.map(({ type }, index) => {
      const value = given[index] ?? UNKNOWN;
      const info = structOf(type, closure, event, machine);
      const taken = asTaken(value, info, event, machine);
      if (taken !== value) declareParameters(info, event, surface);
      return taken;
    });
    const returned = machine.run(closure, { positional, named: new Map() }, event.frame, event.node);
    result = result ? join(result, returned) : returned;
  }
  return result;
}

/** Models what a handler reads from its request, or receives by reflection. */
export const requestCall = (
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): Value | undefined =>
  extraOf(event) ??
  callPartOf(event, machine) ??
  requestMethod(event, machine) ??
  boundArguments(event, machine, surface) ??
  reflectedCall(event, machine, surface);
