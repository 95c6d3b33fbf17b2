import type { FunctionDefinition } from '../ir/program.js';

/** The maximum number of runs recorded as callers of one run. */
const MAX_CALLERS = 1000;
/** The maximum number of runs that are examined to find the tools of a finding. */
const MAX_EXAMINED = 10_000;

/**
 * The record of a run of a function. A call in an equal context reuses the summary of the run, and no rule sees the function's
 * code again: the record says for which other tools it would have run.
 */
export class RunRecord {
  // Created when needed: most summaries are never reused.
  private reuses?: Set<string>;
  private callers?: Set<RunRecord>;

  /** @param caller the run of the calling function */
  constructor(
    readonly definition: FunctionDefinition,
    private readonly caller: RunRecord | undefined,
  ) {}

  /**
   * Records that a call reused the summary.
   * @param tools the names of the tools, where they are known
   * @param within the run in which the call is made
   */
  reuse(tools: readonly string[], within: RunRecord | undefined): void {
    for (const tool of tools) (this.reuses ??= new Set()).add(tool);
    if (within && (this.callers?.size ?? 0) < MAX_CALLERS) (this.callers ??= new Set()).add(within);
  }

  /** The tools of calls that reused the summary. */
  get tools(): Iterable<string> {
    return this.reuses ?? [];
  }

  /** Some runs and all that led to them, or would have without the reuse of summaries. */
  static leadingTo(runs: Iterable<RunRecord>): ReadonlySet<RunRecord> {
    const leading = new Set<RunRecord>();
    const rest = [...runs];
    for (let record = rest.pop(); record && leading.size < MAX_EXAMINED; record = rest.pop()) {
      if (leading.has(record)) continue;
      leading.add(record);
      if (record.caller) rest.push(record.caller);
      for (const caller of record.callers ?? []) if (!leading.has(caller)) rest.push(caller);
    }
    return leading;
  }
}
