import type { RunState } from './run-state.js';

/** The steps that all types and schemas of an analysis may take. */
const IN_ALL = 1_000_000;

/** Work that may be done: types and schemas that share their parts describe far more values than they are long. */
export class Allowance {
  /**
   * @param left how many steps it is for
   */
  constructor(
    private readonly run: RunState,
    private left: number,
  ) {}

  /** Takes one step. False when there is none left, of this work or of all work of its kind. */
  take(): boolean {
    if (this.left <= 0 || this.run.typeSteps >= IN_ALL) return false;
    this.left -= 1;
    this.run.typeSteps += 1;
    return true;
  }
}
