import { entryFrame } from './frames.js';
import { scopeWithin } from './frames.js';
import type { ClassDefinition, Expression } from '../../ir/program.js';
import { changing } from '../flow/changing.js';
import { fieldsOf, type InstanceFields } from '../expressions/class-fields.js';
import { Flow } from '../values/flow.js';
import type { Arguments, Frame } from '../frame.js';
import type { Evaluator, Machine, ValueFactory } from '../machine.js';
import { externalBases } from '../expressions/members.js';
import { setterName } from '../expressions/special-methods.js';
import {
  constantValue,
  joinAll,
  objectValue,
  pathsOf,
  targetValue,
  type ClassInfo,
  type Closure,
  type HeapObject,
  type Value,
} from '../values/value.js';

/**
 * The arguments of a decorator. In JavaScript, decorators of methods get the class's prototype, the name and a
 * descriptor, or, in the current standard, the method and a context: each argument is modeled as either.
 */
function decoratorArguments(value: Value, closure: Closure, machine: ValueFactory): readonly Value[] {
  const { owner, scope } = closure;
  if (!owner || scope.traits.decorators === 'function') return [value];
  const { name } = closure.function;
  const object = (fields: readonly (readonly [string, Value])[]): HeapObject => ({
    id: machine.newId(),
    fields: new Map(fields),
  });
  const named = constantValue(name);
  return [
    { ...value, objects: machine.instanceOf(owner).objects },
    { ...named, objects: [object([['name', named]])] },
    objectValue(object([['value', value]])),
  ];
}

/** The value of a function after its decorators. */
export function decorated(
  decorators: readonly Expression[],
  closure: Closure,
  frame: Frame,
  machine: Machine,
): Value {
  let value: Value = targetValue(closure);
  for (const decorator of [...decorators].reverse()) {
    const callee = machine.evaluate(decorator, frame);
    const args = {
      positional: decoratorArguments(value, closure, machine),
      named: new Map<string, Value>(),
    };
    const { line, endLine } = closure.function;
    const node = { kind: 'call', callee: decorator, arguments: [], line, endLine } as const;
    const names = pathsOf(callee);
    const result = machine.call({ kind: 'call', frame, node, callee, names, arguments: args });
    // An external decorator leaves the function unchanged.
    value = result.targets.some((target) => target.kind === 'closure') ? result : value;
  }
  return value;
}

/** Defines a class: its bases, methods and static members. */
export function defineClass(definition: ClassDefinition, frame: Frame, machine: Machine): ClassInfo {
  const bases = definition.bases.map((base) => machine.evaluate(base, frame));
  const statics = machine.allocate(definition, frame);
  const info: ClassInfo = {
    kind: 'class',
    definition,
    scope: frame.scope,
    bases,
    methods: new Map<string, Closure>(),
    statics,
  };
  for (const method of definition.methods) {
    const closure: Closure = { kind: 'closure', function: method, scope: frame.scope, owner: info };
    machine.registerClosure(closure);
    const [target] = machine.decorate(method.decorators, closure, frame).targets;
    info.methods.set(
      method.kind === 'setter' ? setterName(method.name) : method.name,
      target?.kind === 'closure' ? { ...target, owner: info } : closure,
    );
  }
  const inner = { ...frame, self: targetValue(info), owner: info };
  for (const field of definition.fields) {
    if (!field.static || !field.value) continue;
    const value = machine.evaluate(field.value, inner);
    statics.fields.set(field.name, value);
    machine.emit({
      kind: 'store',
      frame,
      lines: field,
      object: targetValue(info),
      name: field.name,
      value,
    });
  }
  return info;
}

/** The interfaces that a class says to implement. */
export const interfacesOf = ({ definition, scope }: ClassInfo, machine: Evaluator): readonly Value[] =>
  (definition.interfaces ?? []).map((each) =>
    machine.evaluate(each, entryFrame({ kind: 'module', name: scope.module }, scope)),
  );

/** The value of `super` in a method: the object, seen as an instance of each base class. */
export function superOf(owner: ClassInfo, frame: Frame): Value {
  // It shares the fields: a write through `super` is a write to the object.
  const { id = 0, fields = new Map<string, Value>(), items, rest } = frame.self?.objects[0] ?? {};
  const contained = { id, fields, ...(items && { items }), ...(rest && { rest }) };
  const targets = owner.bases.flatMap((base) =>
    base.targets.map((target) =>
      target.kind === 'class' ? objectValue({ ...contained, class: target }) : targetValue(target),
    ),
  );
  return joinAll(targets);
}

/**
 * Initializes the fields of a new instance, base classes first.
 * @param seen the classes visited so far: a class may be a base through several paths
 */
export function fillInstance(
  object: HeapObject,
  info: ClassInfo,
  frame: Frame,
  machine: Machine,
  seen = new Set<ClassInfo>(),
): void {
  if (seen.has(info)) return;
  seen.add(info);
  for (const base of info.bases)
    for (const target of base.targets)
      if (target.kind === 'class') fillInstance(object, target, frame, machine, seen);
  const inner: Frame = {
    ...frame,
    module: info.scope.module,
    scope: scopeWithin(info.scope, machine.newId(), new Flow<Value>(undefined, info.scope.flow)),
    self: objectValue(object),
    owner: info,
  };
  for (const field of info.definition.fields) {
    if (field.static || object.fields.has(field.name)) continue;
    const initial = field.value ? machine.evaluate(field.value, inner) : undefined;
    if (initial) {
      machine.emit({
        kind: 'store',
        frame: inner,
        lines: field,
        object: objectValue(object),
        name: field.name,
        value: initial,
      });
    }
    const value =
      field.type && !initial
        ? machine.typed({ taints: [], targets: [], objects: [] }, field.type, inner)
        : initial;
    if (value) object.fields.set(field.name, value);
  }
}

/**
 * Sets the fields of an instance of a class without a constructor: a dataclass or a data model.
 * @param rules how the libraries of its language handle fields
 */
export function fillFields(
  object: HeapObject,
  info: ClassInfo,
  args: Arguments,
  frame: Frame,
  machine: Machine,
  rules: InstanceFields | undefined,
): void {
  const { positional, named, spread } = args;
  const check = rules?.checkOf(info, frame, machine);
  const isOrdered =
    info.scope.traits.orderedFields === 'calls' &&
    ![...externalBases(info)].some((base) => base.endsWith('Enum'));
  const taken = new Set<string>();
  fieldsOf(info).forEach((owned, index) => {
    const { name } = owned.field;
    const value =
      named.get(name) ??
      (isOrdered ? positional[index] : undefined) ??
      (spread && spread.taints.length > 0 ? machine.member(spread, name, frame, owned.field) : undefined);
    const initial = !value && spread ? owned.owner.statics.fields.get(name) : undefined;
    // `Options(**json.load(file))`: the value in the class is a default.
    if (initial) object.fields.set(name, changing(initial));
    if (!value) return;
    taken.add(name);
    object.fields.set(name, check ? check(value, owned) : value);
  });
  for (const [name, value] of named) if (!taken.has(name)) object.fields.set(name, value);
  rules?.filled(object, info, frame, machine);
}
