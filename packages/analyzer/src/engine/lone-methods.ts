import type { ClassDefinition } from '../ir/program.js';
import type { Closure, Value } from './value.js';
import names from './names.json' with { type: 'json' };

/**
 * Method names that libraries and the languages themselves also use: a class of the package having such a method does
 * not prove that it is the one called. Any other name is assumed to be the package's own.
 */
const COMMON = new Set(names.loneMethods.common);

/** Methods that only one class of the package has: a call of such a name resolves to it, whatever the receiver. */
export class LoneMethods {
  private readonly byName = new Map<string, Map<ClassDefinition, Closure>>();

  /** Records a method, if the function belongs to a class. */
  add(method: Closure): void {
    const { owner, function: definition } = method;
    const { name, kind } = definition;
    if (!owner || kind === 'constructor' || COMMON.has(name) || name.startsWith('__')) return;
    const known = this.byName.get(name) ?? new Map<ClassDefinition, Closure>();
    known.set(owner.definition, method);
    this.byName.set(name, known);
  }

  /** The only method with a name. */
  find(name: string): Closure | undefined {
    const known = this.byName.get(name);
    return known?.size === 1 ? [...known.values()][0] : undefined;
  }
}

/** Whether nothing at all is known about a value, not even that it comes from outside the package. */
export const isNotKnown = ({ targets, objects, taints, constants, parts, regex }: Value): boolean =>
  targets.length + objects.length + taints.length === 0 &&
  (constants?.every((constant) => constant === null) ?? true) &&
  !parts &&
  !regex;
