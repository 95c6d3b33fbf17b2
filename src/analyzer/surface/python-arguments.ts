import { asShown } from '../engine/derive.js';
import type { CallEvent, Machine } from '../engine/machine.js';
import { externalBases } from '../engine/members.js';
import { Neutral, NEUTRAL_ALL } from '../engine/taint.js';
import { joinAll, objectValue, textOf, UNKNOWN, type Closure, type Value } from '../engine/value.js';
import type { Call, Expression, Parameter } from '../ir/program.js';
import { neutralWhenMatching } from '../models/allowed-characters.js';

const NUMBER = NEUTRAL_ALL & ~Neutral.SIZE;
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
/** What frameworks give to a handler beside its arguments. */
const CONTEXTS = new Set(['Context', 'Request', 'RequestContext', 'ServerSession', 'AppContext']);

export const lastName = (type: Expression): string =>
  type.kind === 'name' ? type.name : type.kind === 'member' ? type.property : '';

export const partsOf = (index: Expression): readonly Expression[] =>
  index.kind === 'list' ? index.items.map(({ value }) => value) : [index];

/** A value of a type that is enforced before a handler is run: numbers and members of fixed sets can do no harm. */
function ofType(
  value: Value,
  type: Expression | undefined,
  closure: Closure,
  event: CallEvent,
  machine: Machine,
): Value {
  if (!type) return value;
  const limited = (neutral: number): Value => ({
    ...value,
    taints: value.taints.map((taint) => ({ ...taint, neutral: taint.neutral | neutral })),
  });
  const name = lastName(type.kind === 'index' ? type.object : type);
  if (NUMBERS.has(name)) return limited(NUMBER);
  if (FIXED.has(name)) return limited(NEUTRAL_ALL);
  if (type.kind === 'index') {
    const [first, ...others] = partsOf(type.index);
    if (name === 'Optional' || name === 'Annotated') {
      const inner = ofType(value, first, closure, event, machine);
      return others.reduce((all, each) => constrained(all, each, event, machine), inner);
    }
    if (name === 'list' || name === 'List' || name === 'Sequence' || name === 'set' || name === 'tuple')
      return objectValue({
        id: machine.newId(),
        fields: new Map(),
        rest: ofType(value, first, closure, event, machine),
      });
    return value;
  }
  if (type.kind === 'operation' && type.operator === '|') {
    const known = type.operands.filter(({ kind }) => kind !== 'constant');
    const [only] = known;
    return known.length === 1 ? ofType(value, only, closure, event, machine) : value;
  }
  return ofClass(value, type, closure, event, machine);
}

/** What a function makes of a value before a handler is run: that it did not fail is known of it. */
function validated(value: Value, constraint: Call, event: CallEvent, machine: Machine): Value {
  const [check] = constraint.arguments;
  const { targets } = check ? machine.evaluate(check.value, event.frame) : UNKNOWN;
  const closures = targets.filter((target) => target.kind === 'closure');
  const given = { positional: [value], named: new Map<string, Value>() };
  const results = closures.map((closure) => machine.run(closure, given, event.frame, constraint));
  return results.length === 0 ? value : asShown(joinAll(results), event.frame);
}

const VALIDATORS = new Set(['AfterValidator', 'BeforeValidator', 'PlainValidator']);

/** `Field(pattern="…", max_length=…)` or `AfterValidator(check)` within `Annotated`. */
function constrained(value: Value, constraint: Expression, event: CallEvent, machine: Machine): Value {
  if (constraint.kind !== 'call') return value;
  if (VALIDATORS.has(lastName(constraint.callee))) return validated(value, constraint, event, machine);
  let bits = 0;
  for (const { name, value: given } of constraint.arguments) {
    const text = textOf(machine.evaluate(given, event.frame));
    if ((name === 'pattern' || name === 'regex') && text !== undefined) bits |= neutralWhenMatching(text, '');
    if (name === 'le' || name === 'lt' || name === 'max_length') bits |= Neutral.SIZE;
  }
  return { ...value, taints: value.taints.map((taint) => ({ ...taint, neutral: taint.neutral | bits })) };
}

/** An enum of the package has fixed members; a model or dataclass has fields of types of their own. */
function ofClass(
  value: Value,
  type: Expression,
  closure: Closure,
  event: CallEvent,
  machine: Machine,
): Value {
  const frame = { ...event.frame, scope: closure.scope };
  const { targets } = machine.evaluate(type, frame);
  const [info] = targets.filter((target) => target.kind === 'class');
  // `Region = Literal["north", "south"]`
  const isFixed = targets.some((target) => target.kind === 'external' && target.path.endsWith('.Literal'));
  if (isFixed) return { ...value, taints: value.taints.map((taint) => ({ ...taint, neutral: NEUTRAL_ALL })) };
  if (!info) return value;
  const bases = [...externalBases(info)];
  if (bases.some((base) => /(?:^|\.)(?:Str|Int)?Enum$/u.test(base)))
    return {
      ...value,
      taints: value.taints.map((taint) => ({ ...taint, neutral: taint.neutral | NEUTRAL_ALL })),
    };
  const fields = new Map<string, Value>();
  for (const field of info.definition.fields) {
    const [taint] = value.taints;
    if (!taint) continue;
    const { source } = taint;
    const named = machine.source(
      'tool-parameter',
      field.name,
      { module: source.file, entry: { kind: 'tool', name: source.entry } },
      field.line,
    );
    const own: Value = { ...UNKNOWN, taints: [named], key: machine.newKey() };
    const typed = ofType(own, field.type, { ...closure, scope: info.scope }, event, machine);
    fields.set(field.name, field.value ? constrained(typed, field.value, event, machine) : typed);
  }
  return fields.size === 0 ? value : objectValue({ id: machine.newId(), fields, class: info });
}

export const parameterName = ({ pattern }: Parameter): string =>
  pattern.kind === 'bind' ? pattern.name : '';

export const isContext = ({ type, pattern }: Parameter): boolean =>
  (type !== undefined && CONTEXTS.has(lastName(type.kind === 'index' ? type.object : type))) ||
  (pattern.kind === 'bind' && (pattern.name === 'ctx' || pattern.name === 'self' || pattern.name === 'cls'));

/** What a handler whose parameters are the tool's own is called with: those of the function that it wraps, if it does. */
export function argumentsFor(
  { wraps, ...own }: Closure,
  kind: 'tool-parameter' | 'http-request',
  name: string,
  event: CallEvent,
  machine: Machine,
): Value[] {
  const closure = wraps ?? own;
  return closure.function.parameters
    .filter(
      (parameter) =>
        !(parameter === closure.function.parameters[0] && /^(?:self|cls)$/u.test(parameterName(parameter))),
    )
    .map((parameter) => {
      if (isContext(parameter))
        return kind === 'http-request' && parameterName(parameter) !== 'ctx'
          ? request(closure, name, machine)
          : UNKNOWN;
      const at = { module: closure.scope.module, entry: { kind: 'tool' as const, name } };
      const taint = machine.source(kind, parameterName(parameter), at, closure.function.line);
      const value: Value = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
      const initial = parameter.default;
      const typed = ofType(value, parameter.type, closure, event, machine);
      return initial?.kind === 'call' ? constrained(typed, initial, event, machine) : typed;
    });
}

export function request(closure: Closure, name: string, machine: Machine): Value {
  const at = { module: closure.scope.module, entry: { kind: 'route' as const, name } };
  const taint = machine.source('http-request', 'the request', at, closure.function.line);
  return { ...UNKNOWN, taints: [taint], key: machine.newKey() };
}
