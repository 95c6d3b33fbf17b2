import type { CallEvent } from '../../../engine/events.js';
import type { Evaluator, Machine, ValueFactory } from '../../../engine/machine.js';
import {
  constantValue,
  objectValue,
  textOf,
  UNKNOWN,
  type Closure,
  type Value,
} from '../../../engine/values/value.js';
import { fieldOf } from '../../../models/model.js';
import { memoByName } from '../../../common/memo.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';

const DECORATOR = /(?:^|[./])(?:mcp|MCP|Mcp|server|Server)?_?([Tt]ool|[Rr]esource|[Pp]rompt)\(\)$/u;
const kindOf = memoByName((name) => DECORATOR.exec(name)?.[1]?.toLowerCase());
/** Whether a name is that of a decorator for tools, resources or prompts. */
export const isDecorator = (name: string): boolean => kindOf(name) !== undefined;
const SCHEMAS = ['parameters', 'inputSchema', 'schema', 'paramsSchema', 'params'];

/** The options of a decorator: `@Tool({ name, description, parameters })`, `@Tool("name", "description", schema)`. */
function optionsOf(event: CallEvent, machine: Evaluator & ValueFactory): Value {
  const { callee } = event.node;
  if (callee.kind !== 'call') return UNKNOWN;
  const values = callee.arguments.map(({ value }) => machine.evaluate(value, event.frame));
  const [first] = values;
  if (first && textOf(first) === undefined) return first;
  const texts = values.filter((value) => textOf(value) !== undefined);
  const fields = new Map<string, Value>();
  const lines = new Map<string, number>();
  for (const [index, name] of ['name', 'description'].entries()) {
    const text = texts[index];
    if (text === undefined) continue;
    fields.set(name, text);
    lines.set(name, callee.arguments[values.indexOf(text)]?.value.line ?? callee.line);
  }
  const schema = values.find((value) => value.objects.length > 0);
  if (schema) fields.set('parameters', schema);
  return objectValue({ id: machine.newId(), fields, lines });
}

function declare(
  kind: string,
  method: Closure,
  options: Value,
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): void {
  const name = fieldOf(options, 'name') ?? constantValue(method.function.name);
  const schema = SCHEMAS.map((field) => fieldOf(options, field)).find((value) => value !== undefined);
  const { line } = method.function;
  const self = method.owner && machine.instanceOf(method.owner);
  const handler: Value = { ...UNKNOWN, targets: [{ ...method, ...(self && { self }) }] };
  const description = fieldOf(options, 'description');
  if (kind === 'tool')
    surface.declareTool({
      name,
      ...(description && {
        description,
        descriptionLine: options.objects[0]?.lines?.get('description') ?? line,
      }),
      ...(schema && { schema }),
      annotations: fieldOf(options, 'annotations') ?? UNKNOWN,
      handler,
      file: event.frame.module,
      line,
    });
  const given = surface.argumentsOf(textOf(name) ?? '', schema, event.frame, line, machine);
  const entry = kind === 'tool' ? 'tool' : kind === 'prompt' ? 'prompt' : 'resource';
  surface.handle(entry, textOf(name) ?? '', handler, [given, UNKNOWN], machine);
}

/** Methods registered as tools, resources or prompts by an external decorator: `@Tool({ name, parameters })`. */
export function decoratedTool(
  event: CallEvent,
  machine: Machine,
  surface: SurfaceCollector,
): Value | undefined {
  const kind = event.names.map(kindOf).find((each) => each !== undefined);
  const [decorated] = event.arguments.positional;
  const method = decorated?.targets.find((target) => target.kind === 'closure');
  // The synthetic call of a decorator has no arguments in the code; other calls of a library's result have.
  if (kind === undefined || method?.owner === undefined || event.node.arguments.length > 0) return undefined;
  declare(kind, method, optionsOf(event, machine), event, machine, surface);
  return UNKNOWN;
}
