import type { Expression } from '../ir/program.js';
import type { Frame, Machine } from './machine.js';
import { externalBases } from './members.js';
import { Neutral, NEUTRAL_ALL, neutralize } from './taint.js';
import type { ClassInfo, Value } from './value.js';

const NUMBERS = new Set([
  'int',
  'float',
  'bool',
  'PositiveInt',
  'NonNegativeInt',
  'conint',
  'StrictInt',
  'Decimal',
]);
const FIXED = new Set(['Literal', 'UUID', 'UUID4', 'datetime', 'date', 'time', 'IPv4Address']);
const WRAPPERS = new Set(['Optional', 'Annotated', 'Union']);

/** Classes that refuse values of other types than they name. */
const STRICT = /^(?:pydantic\.|msgspec\.Struct|pydantic_settings\.)/u;

/** Whether a class makes sure that its fields are of their types. */
export function enforcesTypes(info: ClassInfo): boolean {
  for (const base of externalBases(info)) if (STRICT.test(base)) return true;
  return false;
}

const lastName = (type: Expression): string =>
  type.kind === 'name' ? type.name : type.kind === 'member' ? type.property : '';

/** What a value of a type cannot do, where the type is enforced: bits of Neutral. */
function neutralOfType(type: Expression, frame: Frame, machine: Machine): number {
  if (type.kind === 'index') {
    const name = lastName(type.object);
    if (FIXED.has(name)) return NEUTRAL_ALL;
    if (!WRAPPERS.has(name)) return 0;
    const inner = type.index.kind === 'list' ? type.index.items.map(({ value }) => value) : [type.index];
    return neutralOfAny(name === 'Annotated' ? inner.slice(0, 1) : inner, frame, machine);
  }
  if (type.kind === 'operation' && type.operator === '|') return neutralOfAny(type.operands, frame, machine);
  const name = lastName(type);
  if (NUMBERS.has(name)) return NEUTRAL_ALL & ~Neutral.SIZE;
  if (FIXED.has(name)) return NEUTRAL_ALL;
  const classes = machine.evaluate(type, frame).targets.filter((target) => target.kind === 'class');
  const isEnum = (info: ClassInfo): boolean =>
    [...externalBases(info)].some((base) => /(?:^|\.)\w*Enum$/u.test(base));
  return classes.length > 0 && classes.every(isEnum) ? NEUTRAL_ALL : 0;
}

const isNone = (type: Expression): boolean =>
  (type.kind === 'constant' && type.value === null) || lastName(type) === 'None';

const neutralOfAny = (types: readonly Expression[], frame: Frame, machine: Machine): number =>
  types
    .filter((type) => !isNone(type))
    .reduce((bits, type) => bits & neutralOfType(type, frame, machine), NEUTRAL_ALL);

/** A value that a class has made sure is of a type. */
export function enforced(value: Value, type: Expression | undefined, frame: Frame, machine: Machine): Value {
  if (!type || value.taints.length === 0) return value;
  const bits = neutralOfType(type, frame, machine);
  return bits === 0 ? value : { ...value, taints: neutralize(value.taints, bits) };
}
