import type { Expression, Lines } from '../../../ir/program.js';
import { lastNameOf } from '../../../ir/walk.js';
import type { Allowance } from '../../../engine/flow/allowance.js';
import { annotationsOf, isGenericPath } from '../../../engine/expressions/annotations.js';
import { constrained, isReplaced, preceding, following } from './constraints.js';
import { derive } from '../../../engine/values/derive.js';
import type { Frame } from '../../../engine/frame.js';
import type { Machine } from '../../../engine/machine.js';
import { externalBases } from '../../../engine/expressions/members.js';
import { SANITIZED_FOR_ALL, sanitize, NUMBER } from '../../../engine/values/taint.js';
import {
  joinAll,
  objectValue,
  pathsOf,
  type ClassInfo,
  type Scope,
  type Value,
} from '../../../engine/values/value.js';

const NUMBERS = new Set([
  'int',
  'float',
  'bool',
  'PositiveInt',
  'NonNegativeInt',
  'conint',
  'confloat',
  'StrictInt',
  'Decimal',
]);
const FIXED = new Set(['Literal', 'UUID', 'UUID4', 'datetime', 'date', 'time', 'IPv4Address']);
const LISTS = new Set(['list', 'List', 'Sequence', 'set', 'tuple']);

/** Classes that reject values of other than the declared types. */
const STRICT = /^(?:pydantic\.|msgspec\.Struct|pydantic_settings\.)/u;

/** Whether a class enforces the types of its fields. */
export function enforcesTypes(info: ClassInfo): boolean {
  for (const base of externalBases(info)) if (STRICT.test(base)) return true;
  return false;
}

/** The context in which types are resolved and enforced. */
export interface Typing {
  /** The scope in which the names of the types are resolved. */
  readonly scope: Scope;
  /** The frame from which validators are called. */
  readonly frame: Frame;
  readonly lines: Lines;
  readonly machine: Machine;
  /** Whether a list type yields a list even if nothing is known about its items. */
  readonly opensLists: boolean;
  /** The classes and aliases being resolved: types may refer to themselves. */
  readonly within: ReadonlySet<object>;
  /** The remaining steps: a type that is too large to resolve leaves the value unchanged. */
  readonly allowance: Allowance;
  /** Creates an instance of a class with fields from a value. */
  readonly instance: (info: ClassInfo, value: Value, at: Typing) => Value;
}

/** The frame in which the names of types are resolved. */
const framedBy = ({ frame, scope }: Typing): Frame => ({ ...frame, scope, module: scope.module });

/** The maximum nesting of names and classes in a type. */
const MAX_WITHIN = 24;
/** The maximum number of types and parts of types resolved for the parameters of one function. */
export const MAX_TYPES = 4000;

/** Whether a type is being resolved already, or is nested too deep. */
const isWithin = ({ within }: Typing, what: object): boolean => within.has(what) || within.size >= MAX_WITHIN;

const inside = (at: Typing, what: object, scope: Scope): Typing => ({
  ...at,
  scope,
  within: new Set([...at.within, what]),
});

const limited = (value: Value, bits: number): Value => ({
  ...value,
  taints: sanitize(value.taints, bits),
});

/** A value of a type that is recognized by name. */
function limitedByType(value: Value, name: string): Value | undefined {
  if (NUMBERS.has(name)) return limited(value, NUMBER);
  return FIXED.has(name) ? limited(value, SANITIZED_FOR_ALL) : undefined;
}

const isNone = (type: Expression): boolean =>
  (type.kind === 'constant' && type.value === null) || lastNameOf(type) === 'None';

/** A value of a union type: unchanged if one of the types allows anything. */
function anyOf(value: Value, each: readonly Value[]): Value {
  return each.length === 0 || each.includes(value) ? value : joinAll(each);
}

const ofUnion = (value: Value, types: readonly Expression[], at: Typing): Value =>
  anyOf(
    value,
    types.filter((type) => !isNone(type)).map((type) => enforced(value, type, at)),
  );

function ofList(value: Value, type: Expression | undefined, at: Typing): Value {
  const item = at.opensLists ? value : derive(value, at.frame, at.machine, { suffix: '[]' });
  const rest = enforced(item, type, at);
  if (rest === item && !at.opensLists) return value;
  return objectValue({ id: at.machine.newId(), fields: new Map(), rest });
}

/**
 * `Annotated[str, Field(max_length=9), AfterValidator(check)]`: the validators before the type, the type, and all
 * others after it.
 */
function ofAnnotated(
  value: Value,
  type: Expression | undefined,
  all: readonly Expression[],
  at: Typing,
): Value {
  const before = preceding(all).reduce((each, one) => constrained(each, one, at), value);
  const typed = isReplaced(all) ? before : enforced(before, type, at);
  return following(all).reduce((each, one) => constrained(each, one, at), typed);
}

const partsOf = (index: Expression): readonly Expression[] =>
  index.kind === 'list' ? index.items.map((item) => item.value) : [index];

function ofGeneric(value: Value, type: Extract<Expression, { kind: 'index' }>, at: Typing): Value {
  const name = lastNameOf(type.object);
  const [first, ...others] = partsOf(type.index);
  if (name === 'Annotated') return ofAnnotated(value, first, others, at);
  if (name === 'Optional') return enforced(value, first, at);
  if (name === 'Union') return ofUnion(value, partsOf(type.index), at);
  return LISTS.has(name) ? ofList(value, first, at) : value;
}

const ENUM = /(?:^|\.)\w*Enum$/u;

function ofClass(value: Value, info: ClassInfo, at: Typing): Value {
  if ([...externalBases(info)].some((base) => ENUM.test(base))) return limited(value, SANITIZED_FOR_ALL);
  return isWithin(at, info) ? value : at.instance(info, value, inside(at, info, info.scope));
}

/** A value of a named type: a class of the package, or an alias. */
function ofNamed(value: Value, type: Expression, at: Typing): Value {
  const known = at.machine.evaluate(type, framedBy(at));
  const annotations = annotationsOf(known);
  const paths = pathsOf(known).filter((path) => annotations.length === 0 || !isGenericPath(path, at.scope));
  return anyOf(value, [
    ...annotations.map(({ expression, scope }) =>
      isWithin(at, expression) ? value : enforced(value, expression, inside(at, expression, scope)),
    ),
    ...known.targets.flatMap((target) => (target.kind === 'class' ? [ofClass(value, target, at)] : [])),
    // `Region = Literal["north"]`, whose string is lowered as a member.
    ...paths.map((path) =>
      /\.Literal(?:\.|$)/u.test(path)
        ? limited(value, SANITIZED_FOR_ALL)
        : (limitedByType(value, path.split('.').at(-1) ?? '') ?? value),
    ),
  ]);
}

/** A type in quotes, if it is only a name. */
const unquoted = (type: Expression): Expression =>
  type.kind === 'constant' && typeof type.value === 'string' && /^[A-Za-z_]\w*$/u.test(type.value)
    ? { kind: 'name', name: type.value, line: type.line, endLine: type.endLine }
    : type;

/** A value after its type was enforced: numbers and members of fixed sets are harmless. */
export function enforced(value: Value, declared: Expression | undefined, at: Typing): Value {
  if (!declared || value.taints.length === 0 || !at.allowance.take()) return value;
  const type = unquoted(declared);
  const named = limitedByType(value, lastNameOf(type.kind === 'index' ? type.object : type));
  // `conint(le=100)`
  if (type.kind === 'call') return constrained(named ?? value, type, at);
  if (named) return named;
  if (type.kind === 'index') return ofGeneric(value, type, at);
  if (type.kind === 'operation' && type.operator === '|') return ofUnion(value, type.operands, at);
  return type.kind === 'name' || type.kind === 'member' ? ofNamed(value, type, at) : value;
}
