import type { CallEvent } from '../../../engine/events.js';
import type { Entry } from '../../../engine/frame.js';
import type { Evaluator, Machine, ValueFactory } from '../../../engine/machine.js';
import { ALL_ARGUMENTS, NUMBER } from '../../../engine/values/taint.js';
import {
  objectValue,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type Value,
} from '../../../engine/values/value.js';
import type { Expression, Parameter } from '../../../ir/program.js';
import { lastNameOf } from '../../../ir/walk.js';
import type { ToolParameter } from '../../../surface/surface.js';

const NUMBERS = /^(?:u?int(?:8|16|32|64)?|float(?:32|64)|bool|byte|rune)$/u;

/** The call parameters of the official SDK before version 1: the arguments are one of their fields. */
const PARAMETERS = 'CallToolParamsFor';

const typeName = (type: Expression | undefined): string =>
  type?.kind === 'name' ? type.name : type?.kind === 'member' ? type.property : '';

/** The struct of the package that a function's parameter has as its type; for `CallToolParamsFor[T]` that is T. */
export function structOf(
  type: Expression | undefined,
  closure: Closure,
  event: CallEvent,
  machine: Evaluator,
): ClassInfo | undefined {
  const inner = type?.kind === 'index' ? type.index : type;
  if (!inner) return undefined;
  const frame = { ...event.frame, module: closure.scope.module, scope: closure.scope };
  const { targets } = machine.evaluate(inner, frame);
  return targets.find((target) => target.kind === 'class');
}

/** The fields of an arguments struct, each a parameter of its own. */
export function argumentFields(
  info: ClassInfo,
  at: Parameters<Machine['source']>[2],
  machine: ValueFactory,
): Map<string, Value> {
  const fields = new Map<string, Value>();
  for (const field of info.definition.fields) {
    const named = machine.source('tool-parameter', field.name, at, field.line);
    const sanitizedFor = NUMBERS.test(typeName(field.type)) ? NUMBER : 0;
    fields.set(field.name, { ...UNKNOWN, taints: [{ ...named, sanitizedFor }], key: machine.newKey() });
  }
  return fields;
}

/** An arguments struct filled from client input. */
export function typedArguments(
  parameter: Parameter | undefined,
  tool: string,
  closure: Closure,
  event: CallEvent,
  machine: Evaluator & ValueFactory,
): Value {
  const entry: Entry = { kind: 'tool', name: tool };
  const at = { module: closure.scope.module, entry };
  const taint = machine.source('tool-parameter', ALL_ARGUMENTS, at, closure.function.line);
  const open: Value = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
  const type = parameter?.type;
  const info = structOf(type, closure, event, machine);
  const filled = info
    ? objectValue({ id: machine.newId(), fields: argumentFields(info, at, machine), class: info })
    : open;
  if (type?.kind !== 'index' || lastNameOf(type.object) !== PARAMETERS) return filled;
  return objectValue({ id: machine.newId(), fields: new Map([['Arguments', filled]]) });
}

/** The parameters declared by the tags of a struct's fields. */
export const fieldParameters = ({ definition }: ClassInfo): ToolParameter[] =>
  definition.fields.map((field) => {
    const tag = field.value?.kind === 'constant' ? String(field.value.value) : '';
    const description = /jsonschema(?:_description)?:"(?:[\w,]*description=)?([^"]*)"/u.exec(tag)?.[1];
    const name = /json:"([^",]+)/u.exec(tag)?.[1] ?? field.name;
    return {
      name,
      type: NUMBERS.test(typeName(field.type)) ? 'number' : typeName(field.type),
      ...(description !== undefined && { description }),
      bounded: false,
      line: field.line,
    };
  });
