import type { ClassField } from '../../ir/program.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import { slot, type RunState } from '../values/run-state.js';
import type { ClassInfo, HeapObject, Value } from '../values/value.js';

/** A field of a class, with the class that declares it, which may be a base class in another file. */
export interface OwnedField {
  readonly field: ClassField;
  readonly owner: ClassInfo;
}

/** How a language's libraries handle the fields of new instances of classes without a constructor. */
export interface InstanceFields {
  /** Validates and converts the value of a field; undefined when the class accepts any value. */
  readonly checkOf: (
    info: ClassInfo,
    frame: Frame,
    machine: Machine,
  ) => ((value: Value, field: OwnedField) => Value) | undefined;
  /** Runs the hooks of a class after the fields of an instance have been set. */
  readonly filled: (object: HeapObject, info: ClassInfo, frame: Frame, machine: Machine) => void;
}

/** A class after all of its base classes. */
export function* lineage(info: ClassInfo, seen = new Set<ClassInfo>()): Generator<ClassInfo> {
  if (seen.has(info)) return;
  seen.add(info);
  for (const base of info.bases)
    for (const target of base.targets) if (target.kind === 'class') yield* lineage(target, seen);
  yield info;
}

/** The fields of a class in the order of its constructor's arguments, base classes first. */
export const fieldsOf = (info: ClassInfo): OwnedField[] =>
  [...lineage(info)].flatMap((owner) =>
    owner.definition.fields.filter(({ name }) => name !== '').map((field) => ({ field, owner })),
  );

const OPEN = slot(() => new Map<ClassInfo, boolean>());

/** Whether a method of an object's class may write any of its fields: `setattr(self, name, value)`. */
export function hasOpenFields({ class: info }: HeapObject, run: RunState): boolean {
  const openers = run.assignments?.openers;
  if (!info || !openers || openers.size === 0) return false;
  const known = run.of(OPEN);
  let open = known.get(info);
  if (open === undefined) {
    open = [...lineage(info)].some(({ methods }) =>
      [...methods.values()].some((method) => openers.has(method.function)),
    );
    known.set(info, open);
  }
  return open;
}
