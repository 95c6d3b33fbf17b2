import type { ClassField } from '../ir/program.js';
import type { Frame, Machine } from './machine.js';
import type { ClassInfo, HeapObject, Value } from './value.js';

/** A field of a class, and the class that says so: it may be a base in another file. */
export interface OwnedField {
  readonly field: ClassField;
  readonly owner: ClassInfo;
}

/** What a language's libraries do with the fields of new instances of classes without a constructor. */
export interface InstanceFields {
  /** How a class checks and converts what is given for its fields; undefined when it takes that as it is. */
  readonly checkOf: (
    info: ClassInfo,
    frame: Frame,
    machine: Machine,
  ) => ((value: Value, field: OwnedField) => Value) | undefined;
  /** Runs what a class does with an instance whose fields have been filled. */
  readonly filled: (object: HeapObject, info: ClassInfo, frame: Frame, machine: Machine) => void;
}

/** A class after all that it is made of. */
export function* lineage(info: ClassInfo, seen = new Set<ClassInfo>()): Generator<ClassInfo> {
  if (seen.has(info)) return;
  seen.add(info);
  for (const base of info.bases)
    for (const target of base.targets) if (target.kind === 'class') yield* lineage(target, seen);
  yield info;
}

/** The fields of a class in the order in which they are given, those of its bases first. */
export const fieldsOf = (info: ClassInfo): OwnedField[] =>
  [...lineage(info)].flatMap((owner) =>
    owner.definition.fields.filter(({ name }) => name !== '').map((field) => ({ field, owner })),
  );
