/**
 * The possible values of each label of a counter. Each combination is a time series, so the sets are small and fixed: all
 * values are declared, and no request adds a series.
 */
export type LabelValues = Readonly<Record<string, readonly string[]>>;

/** One value for each label. */
export type Labels<V extends LabelValues> = { readonly [Label in keyof V]: V[Label][number] };

/** Counts events since the start of the process. */
export interface Counter<V extends LabelValues> {
  add(labels: Labels<V>, count?: number): void;
}

/** A number that may go up and down. A combination of labels has no series until it is set. */
export interface Level<V extends LabelValues> {
  set(labels: Labels<V>, value: number): void;
}

/** What waits in a queue. */
export interface Backlog {
  /** Counted up to a limit. */
  readonly waiting: number;
  /** Seconds since the oldest of them was added; undefined where that is not known. */
  readonly oldestSeconds?: number;
  /** Seconds since the first of them could have been handled; 0 if all of them wait for a time to come. */
  readonly overdueSeconds?: number;
}

/**
 * Counters of the features, exported as metrics. A feature declares its counters in its constructor, independent of the
 * metrics library.
 */
export abstract class Meters {
  /**
   * A counter that starts at 0 for every combination of label values. Declaring it again adds label values.
   * @param name in snake case, without prefix and suffix: `resolves` is shown as `mcp_hub_resolves_total`
   */
  abstract counter<const V extends LabelValues>(name: string, help: string, values: V): Counter<V>;

  /** A level. Declaring it again adds label values. @param name in snake case, without prefix */
  abstract level<const V extends LabelValues>(name: string, help: string, values: V): Level<V>;

  /**
   * A queue. It is measured when the metrics are read, but not more often than every few seconds; while that fails, it has
   * no series. @param measure reads a bounded number of rows
   */
  abstract queue(name: string, measure: () => Promise<Backlog>): void;
}
