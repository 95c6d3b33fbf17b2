import { memoByNode } from '../../../common/memo.js';
import { Allowance } from '../../../engine/flow/allowance.js';
import {
  fieldsOf,
  lineage,
  type InstanceFields,
  type OwnedField,
} from '../../../engine/expressions/class-fields.js';
import type { Call, Expression, FunctionDefinition } from '../../../ir/program.js';
import { lastNameOf } from '../../../ir/walk.js';
import { constrained } from './constraints.js';
import { withFacts } from '../../../engine/values/derive.js';
import { findMethod } from '../../../engine/expressions/members.js';
import { enforced, enforcesTypes, MAX_TYPES, type Typing } from './types.js';
import {
  objectValue,
  targetValue,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';

/** A function with which a class validates its fields, and when it runs. */
interface Validator {
  readonly closure: Closure;
  readonly mode: string;
}

const FIELD_VALIDATORS = new Set(['field_validator', 'validator']);

const constantIn = (expression: Expression | undefined): unknown =>
  expression?.kind === 'constant' ? expression.value : undefined;

/** When a validator runs: `mode="before"`, or `pre=True` in older versions. */
function modeOf({ arguments: given }: Call): string {
  const named = (name: string): unknown => constantIn(given.find((each) => each.name === name)?.value);
  const mode = named('mode');
  if (typeof mode === 'string') return mode;
  return named('pre') === true ? 'before' : 'after';
}

/** The decorator that makes a method a validator, if it has one. */
function decoratorOf({ decorators }: FunctionDefinition, names: ReadonlySet<string>): Call | undefined {
  for (const decorator of decorators)
    if (decorator.kind === 'call' && names.has(lastNameOf(decorator.callee))) return decorator;
  return undefined;
}

/** The methods of a class and its bases, with overridden ones replaced. */
function methodsOf(info: ClassInfo): Closure[] {
  const methods = new Map<string, Closure>();
  for (const each of lineage(info)) for (const [name, method] of each.methods) methods.set(name, method);
  return [...methods.values()];
}

/** The name for all fields in the decorator of a validator. */
const EVERY_FIELD = '*';

/** The validators of a class by the names of their fields: `@field_validator("path")`. */
const validatorsByField = memoByNode((info: ClassInfo): ReadonlyMap<string, readonly Validator[]> => {
  const byField = new Map<string, Validator[]>();
  for (const closure of methodsOf(info)) {
    const decorator = decoratorOf(closure.function, FIELD_VALIDATORS);
    if (!decorator) continue;
    const validator = { closure, mode: modeOf(decorator) };
    for (const { name, value } of decorator.arguments) {
      const field = name === undefined ? constantIn(value) : undefined;
      if (typeof field === 'string') byField.set(field, [...(byField.get(field) ?? []), validator]);
    }
  }
  return byField;
});

function validatorsOf(info: ClassInfo, field: string): readonly Validator[] {
  const known = validatorsByField(info);
  return [...(known.get(EVERY_FIELD) ?? []), ...(known.get(field) ?? [])];
}

/** The result of the validators of a class for a value, applied in order. */
function checked(value: Value, validators: readonly Validator[], info: ClassInfo, at: Typing): Value {
  const { frame, lines, machine } = at;
  if (value.taints.length === 0 && value.objects.length === 0) return value;
  return validators.reduce((each, { closure }) => {
    // Their other argument, such as the previous fields, is not known.
    const args = { positional: [each, UNKNOWN], named: new Map<string, Value>() };
    return withFacts(machine.run(closure, args, frame, lines, targetValue(info)), frame);
  }, value);
}

/** A field of a new instance after its type, its constraints and its validators have been applied. */
function fieldValue(value: Value, { field, owner }: OwnedField, info: ClassInfo, at: Typing): Value {
  const validators = validatorsOf(info, field.name);
  const replacing = validators.filter(({ mode }) => mode === 'plain' || mode === 'wrap');
  const before = validators.filter(({ mode }) => mode === 'before').reverse();
  const after = validators.filter(({ mode }) => mode === 'after');
  const scoped = { ...at, scope: owner.scope };
  let known = checked(value, [...before, ...replacing], info, at);
  if (replacing.length === 0) {
    known = enforced(known, field.type, scoped);
    if (field.value) known = constrained(known, field.value, scoped);
  }
  return checked(known, after, info, at);
}

const MODEL_VALIDATORS = new Set(['model_validator']);
/** Methods that run when the fields of an instance have been set. */
const LAST = new Set(['__post_init__', 'model_post_init', '__attrs_post_init__']);

const isLast = ({ function: definition }: Closure): boolean => {
  const decorator = decoratorOf(definition, MODEL_VALIDATORS);
  return decorator ? modeOf(decorator) === 'after' : LAST.has(definition.name);
};

/** Runs the methods that validate an instance as a whole after its fields have been set, and applies their facts. */
function finish(
  object: HeapObject,
  info: ClassInfo,
  { frame, lines, machine }: Pick<Typing, 'frame' | 'lines' | 'machine'>,
): void {
  const last = methodsOf(info).filter(isLast);
  if (last.length === 0) return;
  for (const closure of last)
    machine.run(closure, { positional: [], named: new Map() }, frame, lines, objectValue(object));
  for (const [name, value] of object.fields) object.fields.set(name, withFacts(value, frame));
}

/** An instance of a class that enforces the types of its fields, from the values given for them. */
export function modelOf(info: ClassInfo, given: ReadonlyMap<string, Value>, at: Typing): Value {
  const object: HeapObject = { id: at.machine.newId(), fields: new Map(), class: info };
  for (const owned of fieldsOf(info)) {
    const { name } = owned.field;
    const value = given.get(name);
    if (value) object.fields.set(name, fieldValue(value, owned, info, at));
  }
  finish(object, info, at);
  return objectValue(object);
}

/** The instance that a class creates from a value given for a field of another class that enforces its types. */
function nestedInstance(info: ClassInfo, value: Value, at: Typing): Value {
  const fields = fieldsOf(info).filter(({ field }) => field.type);
  if (fields.length === 0 || findMethod(info, '__init__')) return value;
  const { frame, machine } = at;
  const given = fields.map(
    ({ field }) => [field.name, machine.member(value, field.name, frame, field)] as const,
  );
  return modelOf(info, new Map(given), at);
}

/** Models of Pydantic and msgspec enforce types; dataclasses and attrs only run methods when their fields have been set. */
export const PYTHON_FIELDS: InstanceFields = {
  checkOf: (info, frame, machine) => {
    if (!enforcesTypes(info)) return undefined;
    const at: Typing = {
      scope: info.scope,
      frame,
      lines: info.definition,
      machine,
      opensLists: false,
      within: new Set([info]),
      allowance: new Allowance(frame.scope.run, MAX_TYPES),
      instance: nestedInstance,
    };
    return (value, field) => fieldValue(value, field, info, at);
  },
  filled: (object, info, frame, machine) => {
    finish(object, info, { frame, lines: info.definition, machine });
  },
};
