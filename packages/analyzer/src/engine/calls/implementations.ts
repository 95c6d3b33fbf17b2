import { findMethod } from '../expressions/members.js';
import type { ValueFactory } from '../machine.js';
import { UNKNOWN, type ClassInfo, type Closure, type Value } from '../values/value.js';

/** More implementations than these are not followed: a call of the method is not resolved. */
const MAX_IMPLEMENTATIONS = 12;

/** The classes of the program, to find those that implement what another one only declares. */
export class Implementations {
  private readonly classes: ClassInfo[] = [];
  /** What is known of a class: valid while no class has been added. */
  private readonly known = new Map<ClassInfo, { readonly of: number; readonly all: readonly ClassInfo[] }>();

  /** @param interfacesOf the interfaces that a class says to implement */
  constructor(private readonly interfacesOf: (info: ClassInfo) => readonly Value[]) {}

  add(info: ClassInfo): void {
    this.classes.push(info);
  }

  /**
   * The methods under a name of the classes that implement an interface or an abstract class, each once. Undefined if there are
   * none, or more than are followed.
   */
  implemented(info: ClassInfo, name: string, machine: ValueFactory): Value | undefined {
    const found = new Map<Closure['function'], Closure>();
    for (const each of this.of(info)) {
      const method = findMethod(each, name);
      if (!method || method.function.abstract === true || found.has(method.function)) continue;
      found.set(method.function, { ...method, owner: each, self: machine.instanceOf(each) });
    }
    return found.size === 0 || found.size > MAX_IMPLEMENTATIONS
      ? undefined
      : { ...UNKNOWN, targets: [...found.values()] };
  }

  /** The classes that implement or extend a class. */
  private of(info: ClassInfo): readonly ClassInfo[] {
    const known = this.known.get(info);
    if (known?.of === this.classes.length) return known.all;
    // A class may be looked up while its own bases are.
    this.known.set(info, { of: this.classes.length, all: known?.all ?? [] });
    const declared = declaredBy(info);
    const all = this.classes.filter(
      (each) => each !== info && (this.extends(each, info, new Set()) || hasAll(each, declared)),
    );
    this.known.set(info, { of: this.classes.length, all });
    return all;
  }

  private extends(one: ClassInfo, other: ClassInfo, seen: Set<ClassInfo>): boolean {
    if (seen.has(one)) return false;
    seen.add(one);
    return [...one.bases, ...this.interfacesOf(one)].some(({ targets }) =>
      targets.some(
        (target) => target.kind === 'class' && (target === other || this.extends(target, other, seen)),
      ),
    );
  }
}

/** The methods that make a class implement another one; none if it has to say so. */
function declaredBy(info: ClassInfo, seen = new Set<ClassInfo>()): readonly string[] {
  if (seen.has(info) || info.definition.structural !== true) return [];
  seen.add(info);
  const inherited = info.bases.flatMap(({ targets }) =>
    targets.flatMap((target) => (target.kind === 'class' ? declaredBy(target, seen) : [])),
  );
  return [...(info.definition.declares ?? []), ...inherited];
}

const hasAll = (info: ClassInfo, names: readonly string[]): boolean =>
  names.length > 0 &&
  info.definition.structural !== true &&
  names.every((name) => findMethod(info, name) !== undefined);
