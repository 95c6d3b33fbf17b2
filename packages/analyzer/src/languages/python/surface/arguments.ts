import { annotationsOf } from '../../../engine/expressions/annotations.js';
import { constrained } from '../fields/constraints.js';
import { Allowance } from '../../../engine/flow/allowance.js';
import { enforced, MAX_TYPES, type Typing } from '../fields/types.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Evaluator, Machine, ValueFactory } from '../../../engine/machine.js';
import { modelOf } from '../fields/models.js';
import { parameterOfRequest } from '../../../engine/expressions/request-parts.js';
import { fieldsOf } from '../../../engine/expressions/class-fields.js';
import { UNKNOWN, type ClassInfo, type Closure, type Value } from '../../../engine/values/value.js';
import type { Expression, Parameter } from '../../../ir/program.js';
import { lastNameOf } from '../../../ir/walk.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import { contextOf } from './lifespans.js';

export const NUMBERS = new Set([
  'int',
  'float',
  'bool',
  'Decimal',
  'PositiveInt',
  'NonNegativeInt',
  'conint',
]);
export const FIXED = new Set(['UUID', 'UUID4', 'datetime', 'date', 'time', 'Literal', 'IPv4Address']);
/** Types of the parameters that frameworks inject into a handler. */
const CONTEXTS = new Set(['Context', 'Request', 'RequestContext', 'ServerSession', 'AppContext']);

export const partsOf = (index: Expression): readonly Expression[] =>
  index.kind === 'list' ? index.items.map(({ value }) => value) : [index];

/** The type behind an alias, if it is a generic type with parts: `SafePath = Annotated[str, …]`. */
export function typeBehind(
  type: Expression | undefined,
  { scope }: Closure,
  { frame }: CallEvent,
  machine: Evaluator,
): Expression | undefined {
  if (type?.kind !== 'name' && type?.kind !== 'member') return type;
  const known = machine.evaluate(type, { ...frame, scope, module: scope.module });
  const [only, ...others] = annotationsOf(known);
  return only && others.length === 0 ? only.expression : type;
}

/** A model or dataclass as a parameter: each field is a parameter of its own, under its own name. */
function modelParameter(info: ClassInfo, value: Value, at: Typing): Value {
  const [taint] = value.taints;
  const fields = fieldsOf(info).filter(({ field }) => field.type);
  if (!taint || fields.length === 0) return value;
  const { file, entry } = taint.source;
  const origin = { module: file, entry: { kind: 'tool' as const, name: entry } };
  const given = fields.map(({ field }): [string, Value] => {
    const named = at.machine.source('tool-parameter', field.name, origin, field.line);
    return [field.name, { ...UNKNOWN, taints: [named], key: at.machine.newKey() }];
  });
  return modelOf(info, new Map(given), at);
}

/** The context in which the types of a function's parameters are enforced before it runs. */
const typingOf = (closure: Closure, { frame, node }: CallEvent, machine: Machine): Typing => ({
  scope: closure.scope,
  frame,
  lines: node,
  machine,
  opensLists: true,
  within: new Set(),
  allowance: new Allowance(frame.scope.run, MAX_TYPES),
  instance: modelParameter,
});

export const parameterName = ({ pattern }: Parameter): string =>
  pattern.kind === 'bind' ? pattern.name : '';

export const isContext = ({ type, pattern }: Parameter): boolean =>
  (type !== undefined && CONTEXTS.has(lastNameOf(type.kind === 'index' ? type.object : type))) ||
  (pattern.kind === 'bind' && (pattern.name === 'ctx' || pattern.name === 'self' || pattern.name === 'cls'));

/** The request context, with the declared type of its parameter. */
function contextFor(
  { type }: Parameter,
  context: Value,
  { scope }: Closure,
  { frame }: CallEvent,
  machine: Evaluator,
): Value {
  const { targets } = machine.typed(UNKNOWN, type, { ...frame, scope, module: scope.module });
  return { ...context, targets };
}

/**
 * The arguments of a handler whose parameters are those of the tool; if the handler wraps a function, those of the
 * wrapped one.
 */
export function argumentsFor(
  { wraps, ...own }: Closure,
  kind: 'tool-parameter' | 'http-request',
  name: string,
  event: CallEvent,
  machine: Machine,
  surface?: SurfaceCollector,
): Value[] {
  const closure = wraps ?? own;
  const context = surface && contextOf(machine, surface);
  return closure.function.parameters
    .filter(
      (parameter) =>
        !(parameter === closure.function.parameters[0] && /^(?:self|cls)$/u.test(parameterName(parameter))),
    )
    .map((parameter) => {
      if (isContext(parameter))
        return kind === 'http-request' && parameterName(parameter) !== 'ctx'
          ? request(closure, name, machine)
          : context
            ? contextFor(parameter, context, closure, event, machine)
            : UNKNOWN;
      const at = { module: closure.scope.module, entry: { kind: 'tool' as const, name } };
      const taint = machine.source(kind, parameterName(parameter), at, closure.function.line);
      const value: Value = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
      const typing = typingOf(closure, event, machine);
      const typed = enforced(value, parameter.type, typing);
      const limited = parameter.default ? constrained(typed, parameter.default, typing) : typed;
      return kind === 'http-request' ? parameterOfRequest(limited, parameterName(parameter)) : limited;
    });
}

export function request(closure: Closure, name: string, machine: ValueFactory): Value {
  const at = { module: closure.scope.module, entry: { kind: 'route' as const, name } };
  const taint = machine.source('http-request', 'the request', at, closure.function.line);
  return { ...UNKNOWN, taints: [taint], key: machine.newKey() };
}
