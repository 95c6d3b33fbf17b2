import { isSetting } from './filled.js';
import { looked, looks, stateOf, stateWithLooks } from './state.js';
import type { Scope, Value } from './value.js';

/** A variable as a run has met it. */
interface Met {
  readonly value: Value;
  /** What it was then, when it holds what may change without it. */
  readonly state?: string;
}

const isFixed = ({ objects, targets, taints }: Value): boolean =>
  objects.length === 0 && targets.every(({ kind }) => kind !== 'class') && !taints.some(isSetting);

/**
 * The variables of functions around it, and of modules, that a run of a function has read, itself or by what it called: what it
 * gave holds for as long as they are what they were.
 */
export class OuterReads {
  private readonly met = new Map<Scope, Map<string, Met>>();
  size = 0;

  /** @param since the number of the run's own scope: those of what it makes have greater ones */
  constructor(private readonly since: number) {}

  note(scope: Scope, name: string, value: Value): void {
    if (this.isOuter(scope, name))
      this.keep(scope, name, isFixed(value) ? { value } : { value, state: stateOf(value, scope.run) });
  }

  /** Takes in what a function has read that was called on the way. */
  add(inner: OuterReads): void {
    for (const [scope, names] of inner.met)
      for (const [name, met] of names) if (this.isOuter(scope, name)) this.keep(scope, name, met);
  }

  /**
   * Whether all of it is what it was.
   * @param machine counts how many values were looked at
   */
  hold(machine: { spend(values: number): void }): boolean {
    let spent = 0;
    for (const [scope, names] of this.met)
      for (const [name, { value, state }] of names) {
        const now = scope.flow.get(name);
        if (now === value && state === undefined) continue;
        if (!now) return false;
        const allowance = looks(scope.run);
        const isSame = stateWithLooks(now, allowance) === (state ?? stateOf(value, scope.run));
        spent += looked(allowance);
        if (!isSame) {
          machine.spend(spent);
          return false;
        }
      }
    machine.spend(spent);
    return true;
  }

  private isOuter(scope: Scope, name: string): boolean {
    return scope.id < this.since && this.met.get(scope)?.has(name) !== true;
  }

  private keep(scope: Scope, name: string, met: Met): void {
    const names = this.met.get(scope) ?? new Map<string, Met>();
    this.met.set(scope, names.set(name, met));
    this.size += 1;
  }
}
