import type { RunState } from '../values/run-state.js';

/** The number of steps that all types and schemas of one analysis may take together. */
const IN_ALL = 1_000_000;

/** A budget of steps: types and schemas that share parts describe far more values than their length suggests. */
export class Allowance {
  /**
   * @param left the number of steps that this budget allows
   */
  constructor(
    private readonly run: RunState,
    private left: number,
  ) {}

  /** Consumes one step. False when this budget or the budget of the whole analysis is used up. */
  take(): boolean {
    if (this.left <= 0 || this.run.typeSteps >= IN_ALL) return false;
    this.left -= 1;
    this.run.typeSteps += 1;
    return true;
  }
}
