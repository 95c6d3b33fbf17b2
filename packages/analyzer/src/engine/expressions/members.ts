import type { Lines } from '../../ir/program.js';
import { areSettings, asSetting, changing, changingField } from '../flow/changing.js';
import { hasOpenFields, lineage } from './class-fields.js';
import { derive, taintsHere } from '../values/derive.js';
import { withoutMessage } from '../flow/error-messages.js';
import {
  copiedVariable,
  environmentVariable,
  isEnvironment,
  unsetByDefault,
  withEnvironment,
} from './environment.js';
import { foreignField, proseField, withoutSecrets } from './foreign-fields.js';
import { assumedOf, assuming, certainly, choosing } from '../values/assumptions.js';
import { guarded } from '../values/guards.js';
import { reasonOf } from '../values/reasons.js';
import { lengthOf } from '../values/made-objects.js';
import { outsideMember } from '../values/external-values.js';
import {
  besidePassword,
  derivationOf,
  isMethodOfList,
  restAs,
  factsOfMember,
  SIZES,
} from './member-facts.js';
import type { Frame } from '../frame.js';
import type { Caller, Machine, ModuleLinks, ValueFactory } from '../machine.js';
import { ALL_ARGUMENTS } from '../values/taint.js';
import { inKey } from '../values/value-keys.js';
import {
  constantValue,
  externalValue,
  join,
  joinAll,
  objectValue,
  targetValue,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type HeapObject,
  type Target,
  type Value,
} from '../values/value.js';

/** A class's method by name, its own or inherited. */
export function findMethod(info: ClassInfo, name: string, seen?: Set<ClassInfo>): Closure | undefined {
  const own = info.methods.get(name);
  if (own !== undefined || info.bases.length === 0) return own;
  seen ??= new Set();
  if (seen.has(info)) return undefined;
  seen.add(info);
  for (const base of info.bases)
    for (const target of base.targets)
      if (target.kind === 'class') {
        const found = findMethod(target, name, seen);
        if (found) return found;
      }
  return undefined;
}

/** Whether a class, or one that it extends, has a method of this name that others implement. */
const declaresMethod = (info: ClassInfo, name: string): boolean =>
  [...lineage(info)].some(({ definition }) => definition.declares?.includes(name));

/** The paths of the external classes that a class extends, directly or through classes of the package. */
export function* externalBases(info: ClassInfo, seen = new Set<ClassInfo>()): Generator<string> {
  if (seen.has(info)) return;
  seen.add(info);
  for (const base of info.bases)
    for (const target of base.targets) {
      if (target.kind === 'external') yield target.path;
      if (target.kind === 'class') yield* externalBases(target, seen);
    }
}

/** A field, or the result of its getter: `{ get root() {…} }`. */
function gotten(field: Value, object: HeapObject, frame: Frame, machine: Caller): Value {
  if (!field.targets.some(isGetter)) return field;
  const targets = field.targets.filter((target) => !isGetter(target));
  return field.targets.reduce<Value>(
    (all, target) =>
      isGetter(target)
        ? join(
            all,
            machine.run(target, NO_ARGUMENTS, frame, target.function, target.self ?? objectValue(object)),
          )
        : all,
    { ...field, targets },
  );
}

const NO_ARGUMENTS = { positional: [], named: new Map<string, Value>() };

const isGetter = (target: Value['targets'][number]): target is Closure =>
  target.kind === 'closure' && target.function.kind === 'getter';

/** The static member of a class or of its bases: the first value of a field in Python. */
function initialOf(info: ClassInfo, property: string): Value | undefined {
  const own = info.statics.fields.get(property);
  if (own !== undefined || info.bases.length === 0) return own;
  return [...lineage(info)]
    .findLast((each) => each.statics.fields.has(property))
    ?.statics.fields.get(property);
}

function ofObject(
  object: HeapObject,
  property: string,
  frame: Frame,
  lines: Lines,
  machine: Caller & ValueFactory,
): Value | undefined {
  const {
    run,
    traits: { externals },
  } = frame.scope;
  const { assignments } = run;
  const field = object.fields.get(property);
  if (field) {
    const existing = run.settings.has(object)
      ? asSetting(field, run)
      : hasOpenFields(object, run)
        ? changing(field)
        : changingField(field, property, assignments);
    return gotten(besidePassword(existing, object, property), object, frame, machine);
  }
  if (object.class) {
    const method = findMethod(object.class, property);
    const self = objectValue(object);
    if (method?.function.kind === 'getter')
      return machine.run(method, { positional: [], named: new Map() }, frame, method.function, self);
    const isLeft = method ? method.function.abstract === true : declaresMethod(object.class, property);
    const implemented = isLeft ? machine.implemented(object.class, property) : undefined;
    if (implemented) return implemented;
    if (method) return targetValue({ ...method, self });
    const bases = [...externalBases(object.class)];
    const initial = initialOf(object.class, property);
    if (initial)
      // `setattr(options, name, value)` may have set it.
      return object.rest || run.settings.has(object) || areSettings(bases)
        ? asSetting(initial, run)
        : hasOpenFields(object, run)
          ? changing(initial)
          : changingField(initial, property, assignments);
    const [base] = bases;
    if (base !== undefined) return externalValue(externals.canonical(`${base}().${property}`));
  }
  if (object.path !== undefined)
    return targetValue({
      kind: 'external',
      path: externals.canonical(`${object.path}.${property}`),
      self: object,
    });
  const length = SIZES.has(property) ? lengthOf(object, frame.scope) : undefined;
  if (length) return length;
  // The length of a list is not one of its items.
  if (SIZES.has(property) && object.fields.size === 0) return UNKNOWN;
  // A method of a list is not one of its items, even if those are not known.
  if (isMethodOfList(object, property)) return UNKNOWN;
  const contained = restAs(object, property);
  const rest = contained && copiedVariable(property, contained, frame, lines, machine);
  return rest && named(proseField(withoutSecrets(rest, property), property), property, frame, machine);
}

/**
 * Any field of an object, as the one with a name: reading it again gives the same key, and a check of it does not apply
 * to the others.
 */
function named(value: Value, property: string, frame: Frame, machine: ValueFactory): Value {
  if (value.taints.length === 0 || value.key === undefined) return value;
  return {
    ...value,
    taints: taintsHere(value, frame),
    key: machine.newKey(value.key, 0, `.${inKey(property)}`),
  };
}

/** A method taken from its class: Python's class methods get the class as their first argument. */
function ofClass(method: Closure, info: ClassInfo): Value {
  const pattern = method.function.parameters[0]?.pattern;
  const isClassMethod = pattern?.kind === 'bind' && pattern.name === 'cls';
  return targetValue(isClassMethod ? { ...method, self: targetValue(info) } : method);
}

/** Names of fields that only wrap the arguments: a field read from them has a meaningful name. */
const HOLDERS = new Set([
  ALL_ARGUMENTS,
  'params',
  'args',
  'input',
  'inputs',
  'options',
  'request',
  'payload',
  'body',
]);

/** A field of a tool's arguments is a source of its own, named after the field. */
function argumentNamed(value: Value, property: string, machine: ValueFactory): Value {
  const taints = value.taints.map((taint) => {
    const { source } = taint;
    if (source.kind !== 'tool-parameter' || !HOLDERS.has(source.name) || HOLDERS.has(property)) return taint;
    const { entry, file, line } = source;
    const named = machine.source(
      source.kind,
      property,
      { module: file, entry: { kind: 'tool', name: entry } },
      line,
    );
    return { ...named, sanitizedFor: taint.sanitizedFor };
  });
  return { ...value, taints };
}

function ofTarget(
  target: Target,
  property: string,
  frame: Frame,
  lines: Lines,
  machine: ModuleLinks & ValueFactory,
): Value | undefined {
  switch (target.kind) {
    case 'external':
      return withEnvironment(outsideMember(target.path, property, frame.scope), frame, lines, machine);
    case 'module': {
      const exported = machine.imported(target.path, '', property);
      return exported && changingField(exported, property, frame.scope.run.assignments);
    }
    case 'class': {
      const initial = initialOf(target, property);
      if (initial) return changingField(initial, property, frame.scope.run.assignments);
      const method = findMethod(target, property);
      return method && ofClass(method, target);
    }
    case 'closure': {
      if (property === 'constructor') return externalValue('Function');
      const { documentation } = target.function;
      return property === '__doc__' && documentation !== undefined ? constantValue(documentation) : undefined;
    }
  }
}

/** The property of the objects and targets that a value may be. */
function ofAll(
  { objects, targets }: Value,
  property: string,
  frame: Frame,
  lines: Lines,
  machine: Machine,
): Value | undefined {
  // Nearly every value is one of them or none, and nothing runs more often.
  if (objects.length + targets.length <= 1) {
    const object = objects[0];
    if (object) return ofObject(object, property, frame, lines, machine);
    const target = targets[0];
    return target && ofTarget(target, property, frame, lines, machine);
  }
  const found = [
    ...objects.map((each) => ofObject(each, property, frame, lines, machine)),
    ...targets.map((each) => ofTarget(each, property, frame, lines, machine)),
  ].filter((each) => each !== undefined);
  return found.length === 0 ? undefined : joinAll(found);
}

/** The value of a property, joined over all that the object may be. */
export function memberOf(
  object: Value,
  property: string,
  frame: Frame,
  lines: Lines,
  machine: Machine,
): Value {
  if (property === 'value' && object.constants && frame.scope.traits.enumValues) return object;
  // The fields of an object by their names.
  if (property === '__dict__' && object.objects.length > 0) return object;
  let value = ofAll(object, property, frame, lines, machine);
  if (isEnvironment(object, frame.scope) && object.objects.length === 0)
    return unsetByDefault(
      environmentVariable(property, value ?? UNKNOWN, frame, lines, machine),
      property,
      frame.scope,
    );
  // `arguments ?? {}`: a field that an object of the program lacks may come from outside.
  const isOpen = object.objects.some(({ fields }) => !fields.has(property)) || object.objects.length === 0;
  if (object.taints.length > 0 && isOpen) {
    const contained = withoutMessage(object, property, frame.scope);
    const own = derive(contained, frame, machine, derivationOf(object, property), lines);
    const named = foreignField(argumentNamed(own, property, machine), property, frame, lines.line, machine);
    // A value identified by an external path is the same value each time.
    if (value?.taints.length === 0 && value.objects.length === 0)
      value = { ...named, targets: value.targets };
    else value = value ? join(value, named) : named;
  }
  return assumedMember(guarded(value ?? UNKNOWN, factsOfMember(object, property)), object, property, frame);
}

/** A member of what an object is under assumptions: none of what is missing, that of the object which is chosen. */
function assumedMember(value: Value, { assumed }: Value, property: string, { scope }: Frame): Value {
  if (!assumed || value.assumed) return value;
  const reason = reasonOf(assumed);
  if (certainly(assumed.value) === false) return assuming(value, null, reason);
  const fields = assumed.value.objects.flatMap(({ fields: all }) => all.get(property) ?? []);
  if (fields.length === 0 || fields.length < assumed.value.objects.length) return value;
  const chosen = choosing(value, fields, reason);
  return assumedOf(chosen, scope.run) ? chosen : value;
}
