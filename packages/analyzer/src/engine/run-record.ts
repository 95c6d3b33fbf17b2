/** The maximum number of runs recorded as callers of one run. */
const MAX_CALLERS = 1000;
/** The maximum number of runs visited to find the tools of a finding. */
const MAX_VISITED = 10_000;

/**
 * The record of a run of a function. A call in an equal context reuses the summary of the run, and no rule sees the function's
 * code again: the record says for which other tools it would have run.
 */
export class RunRecord {
  // Created when needed: most summaries are never reused.
  private tools?: Set<string>;
  private callers?: Set<RunRecord>;

  /** @param caller the run of the calling function */
  constructor(private readonly caller: RunRecord | undefined) {}

  /**
   * Records that a call reused the summary.
   * @param tool the name of the tool, where it is known
   * @param within the run in which the call is made
   */
  reuse(tool: string | undefined, within: RunRecord | undefined): void {
    if (tool !== undefined) (this.tools ??= new Set()).add(tool);
    if (within && (this.callers?.size ?? 0) < MAX_CALLERS) (this.callers ??= new Set()).add(within);
  }

  /** The tools of the calls that reused some runs, or runs that led to them. */
  static toolsOfReuses(runs: Iterable<RunRecord>): ReadonlySet<string> {
    const tools = new Set<string>();
    const seen = new Set<RunRecord>();
    const rest = [...runs];
    for (let record = rest.pop(); record && seen.size < MAX_VISITED; record = rest.pop()) {
      if (seen.has(record)) continue;
      seen.add(record);
      for (const tool of record.tools ?? []) tools.add(tool);
      if (record.caller) rest.push(record.caller);
      rest.push(...(record.callers ?? []));
    }
    return tools;
  }
}
