import type { ClassDefinition, ClassField } from '../ir/program.js';
import { enforced, enforcesTypes } from './enforced-types.js';
import type { Arguments, Frame, Machine } from './machine.js';
import { externalBases } from './members.js';
import { objectValue, targetValue, type ClassInfo, type Closure, type HeapObject } from './value.js';

/** Makes a class known: its bases, methods and what the class itself holds. */
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
    machine.meetClosure(closure);
    const decorated = machine.decorate(method.decorators, closure, frame);
    const [target] = decorated.targets;
    info.methods.set(method.name, target?.kind === 'closure' ? { ...target, owner: info } : closure);
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

/** What the fields of a new instance begin as, those of its bases first. */
export function fillInstance(object: HeapObject, info: ClassInfo, frame: Frame, machine: Machine): void {
  for (const base of info.bases)
    for (const target of base.targets)
      if (target.kind === 'class' && target !== info) fillInstance(object, target, frame, machine);
  const inner: Frame = {
    ...frame,
    module: info.scope.module,
    scope: { ...info.scope, id: machine.newId(), parent: info.scope },
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

/** The fields of a class in the order in which they are given, those of its bases first. */
function fieldsOf(info: ClassInfo, seen = new Set<ClassInfo>()): ClassField[] {
  if (seen.has(info)) return [];
  seen.add(info);
  const inherited = info.bases.flatMap((base) =>
    base.targets.flatMap((target) => (target.kind === 'class' ? fieldsOf(target, seen) : [])),
  );
  return [...inherited, ...info.definition.fields.filter(({ name }) => name !== '')];
}

/** Fills the fields of an instance of a class without a constructor: a dataclass, a model of data. */
export function fillFields(
  object: HeapObject,
  info: ClassInfo,
  given: Arguments,
  frame: Frame,
  machine: Machine,
): void {
  const { positional, named, spread } = given;
  const isStrict = enforcesTypes(info);
  const isOrdered =
    info.scope.module.endsWith('.py') && ![...externalBases(info)].some((base) => base.endsWith('Enum'));
  const inner: Frame = { ...frame, module: info.scope.module, scope: info.scope };
  const taken = new Set<string>();
  fieldsOf(info).forEach((field, place) => {
    const { name, type } = field;
    const value =
      named.get(name) ??
      (isOrdered ? positional[place] : undefined) ??
      (spread && spread.taints.length > 0 ? machine.member(spread, name, frame, field) : undefined);
    if (!value) return;
    taken.add(name);
    object.fields.set(name, isStrict ? enforced(value, type, inner, machine) : value);
  });
  for (const [name, value] of named) if (!taken.has(name)) object.fields.set(name, value);
}
