import type { ClassDefinition } from '../../ir/program.js';
import type { Closure, Value } from '../values/value.js';
import names from '../names.json' with { type: 'json' };

/**
 * Method names that libraries and the languages themselves also use: a class of the package having such a method does
 * not prove that it is the one called. Any other name is assumed to be the package's own.
 */
const COMMON = new Set(names.loneMethods.common);

/** Whether libraries and the languages themselves use a name too. */
export const isCommon = (name: string): boolean => COMMON.has(name);

/** Methods that only one class of the package has: a call of such a name resolves to it, whatever the receiver. */
export class UniqueMethods {
  private readonly byName = new Map<string, Map<ClassDefinition, Closure>>();

  /** The names of all methods, common ones included. */
  private readonly names = new Set<string>();

  /** Records a method, if the function belongs to a class. */
  add(method: Closure): void {
    const { owner, function: definition } = method;
    const { name, kind } = definition;
    if (!owner || kind === 'constructor' || name.startsWith('__')) return;
    this.names.add(name);
    if (COMMON.has(name)) return;
    const existing = this.byName.get(name) ?? new Map<ClassDefinition, Closure>();
    existing.set(owner.definition, method);
    this.byName.set(name, existing);
  }

  /** Whether any class has a method of this name. */
  has(name: string): boolean {
    return this.names.has(name);
  }

  /** The only method with a name. */
  find(name: string): Closure | undefined {
    const existing = this.byName.get(name);
    return existing?.size === 1 ? [...existing.values()][0] : undefined;
  }
}

/** Whether nothing at all is known about a value, not even that it comes from outside the package. */
export const isUnresolved = ({ targets, objects, taints, constants, parts, regex }: Value): boolean =>
  targets.length + objects.length + taints.length === 0 &&
  (constants?.every((constant) => constant === null) ?? true) &&
  !parts &&
  !regex;
