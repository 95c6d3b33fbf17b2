/**
 * The work budgets of one entry, in nodes evaluated. A module may be a bundle of hundreds of them, and a dispatcher handles all tools.
 * Functions without a known caller get a part of it at first, and all of it at the end, if there is work left.
 */
const BUDGETS = {
  module: 1_200_000,
  dispatcher: 1_200_000,
  handler: 500_000,
  function: 60_000,
  again: 400_000,
} as const;
/** The work budget of a whole analysis: it ends well within the time limit on machines in use. */
const TOTAL_BUDGET = 4_800_000;
/** The work between two looks at the clock. What a unit of work costs differs: rules may follow each call. */
const CLOCK_INTERVAL = 512;

/** The work of an entry exceeded its budget: what it reaches has not been analyzed completely. */
export class BudgetSpent extends Error {}

/** The work of a stage of the analysis, or its time, is used up: the entries that are left are not run. */
export class StageSpent extends Error {
  /**
   * @param limit what is used up
   */
  constructor(readonly limit: 'work' | 'time') {
    super();
  }
}

/** Counts the work of an analysis. Work is the same on every machine; the clock is the last resort. */
export class WorkBudget {
  private spent = 0;
  private spentBefore = 0;
  private budget: number = BUDGETS.module;
  private budgetInAll = TOTAL_BUDGET;
  private checked = 0;

  /**
   * @param isLate whether the clock ends the analysis; it may differ from run to run
   */
  constructor(private readonly isLate: () => boolean) {}

  /** Limits all work so far and to come to a share of the budget of the whole analysis. */
  startStage(share: number): void {
    this.budgetInAll = share * TOTAL_BUDGET;
  }

  /** Resets the budget for a new entry. */
  startEntry(kind: keyof typeof BUDGETS = 'handler'): void {
    this.spentBefore += this.spent;
    this.spent = 0;
    this.budget = BUDGETS[kind];
  }

  /**
   * Charges work.
   * @throws BudgetSpent, StageSpent
   */
  spend(nodes: number): void {
    this.spent += nodes;
    if (this.spent > this.budget) throw new BudgetSpent();
    const all = this.spentBefore + this.spent;
    if (all > this.budgetInAll) throw new StageSpent('work');
    if (all < this.checked + CLOCK_INTERVAL) return;
    this.checked = all;
    if (this.isLate()) throw new StageSpent('time');
  }
}
