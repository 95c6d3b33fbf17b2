import type { Machine } from './machine.js';

/** The steps that all types and schemas of an analysis may take. */
const IN_ALL = 1_000_000;

const taken = new WeakMap<Machine, number>();

/** Work that may be done: types and schemas that share their parts tell of far more values than they have signs. */
export class Allowance {
  /**
   * @param left how many steps it is for
   */
  constructor(
    private readonly machine: Machine,
    private left: number,
  ) {}

  /** Takes one step. False when there is none left, of this work or of all work of its kind. */
  take(): boolean {
    const inAll = taken.get(this.machine) ?? 0;
    if (this.left <= 0 || inAll >= IN_ALL) return false;
    this.left -= 1;
    taken.set(this.machine, inAll + 1);
    return true;
  }
}
