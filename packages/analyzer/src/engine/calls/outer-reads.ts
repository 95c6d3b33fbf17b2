import { isSetting } from '../values/filled.js';
import { spentOf, stateBudget, stateOf, stateWithBudget } from '../values/state.js';
import type { Scope, Value } from '../values/value.js';

/** A variable as a run has read it. */
interface OuterRead {
  readonly value: Value;
  /** Its state at that time, if it refers to something mutable. */
  readonly state?: string;
}

const isFixed = ({ objects, targets, taints }: Value): boolean =>
  objects.length === 0 && targets.every(({ kind }) => kind !== 'class') && !taints.some(isSetting);

/**
 * The outer variables that a run of a function has read, directly or through its calls: its summary is valid as long as
 * they are unchanged.
 */
export class OuterReads {
  private readonly reads = new Map<Scope, Map<string, OuterRead>>();
  size = 0;

  /**
   * @param since the id of the run's own scope: scopes created within the run have greater ones
   */
  constructor(private readonly since: number) {}

  note(scope: Scope, name: string, value: Value): void {
    if (this.isOuter(scope, name))
      this.keep(
        scope,
        name,
        isFixed(value) ? { value } : { value, state: scope.run.once(stateOf(value, scope.run)) },
      );
  }

  /** Adds the reads of a nested call. */
  add(inner: OuterReads): void {
    inner.reads.forEach((names, scope) =>
      names.forEach((read, name) => {
        if (this.isOuter(scope, name)) this.keep(scope, name, read);
      }),
    );
  }

  /**
   * Whether all variables are unchanged.
   * @param machine is charged for the values compared
   */
  hold(machine: { spend(values: number): void }): boolean {
    return this.holdIn((scope) => scope, machine);
  }

  /**
   * Whether a function of the same code behaves the same that was created in other scopes.
   * @param scopeFor the scope in the place of one that was read
   */
  holdIn(scopeFor: (scope: Scope) => Scope, machine: { spend(values: number): void }): boolean {
    let spent = 0;
    for (const [scope, names] of this.reads)
      for (const [name, { value, state }] of names) {
        const now = scopeFor(scope).flow.get(name);
        if (now === value && state === undefined) continue;
        if (!now) return false;
        const budget = stateBudget(scope.run);
        const isSame = stateWithBudget(now, budget) === (state ?? stateOf(value, scope.run));
        spent += spentOf(budget);
        if (!isSame) {
          machine.spend(spent);
          return false;
        }
      }
    machine.spend(spent);
    return true;
  }

  private isOuter(scope: Scope, name: string): boolean {
    return scope.id < this.since && this.reads.get(scope)?.has(name) !== true;
  }

  private keep(scope: Scope, name: string, read: OuterRead): void {
    const names = this.reads.get(scope);
    if (names) names.set(name, read);
    else this.reads.set(scope, new Map([[name, read]]));
    this.size += 1;
  }
}
