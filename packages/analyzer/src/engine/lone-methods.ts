import type { ClassDefinition } from '../ir/program.js';
import type { Closure, Value } from './value.js';
import names from './names.json' with { type: 'json' };

/**
 * Names that methods of libraries and of the languages themselves have too: that one class of the package has such a method
 * as well does not tell that it is the one that is meant. Any other name is taken for the package's own.
 */
const COMMON = new Set(names.loneMethods.common);

/** Methods that only one class of the package has: what is called by such a name is that one, whatever it is called on. */
export class LoneMethods {
  private readonly byName = new Map<string, Map<ClassDefinition, Closure>>();

  /** Notes a method, if it belongs to a class. */
  add(method: Closure): void {
    const { owner, function: definition } = method;
    const { name, kind } = definition;
    if (!owner || kind === 'constructor' || COMMON.has(name) || name.startsWith('__')) return;
    const known = this.byName.get(name) ?? new Map<ClassDefinition, Closure>();
    known.set(owner.definition, method);
    this.byName.set(name, known);
  }

  /** The one method of a name. */
  find(name: string): Closure | undefined {
    const known = this.byName.get(name);
    return known?.size === 1 ? [...known.values()][0] : undefined;
  }
}

/** Whether nothing at all is known of a value: not even that it comes from outside the package. */
export const isNotKnown = ({ targets, objects, taints, constants, parts, regex }: Value): boolean =>
  targets.length + objects.length + taints.length === 0 &&
  (constants?.every((constant) => constant === null) ?? true) &&
  !parts &&
  !regex;
