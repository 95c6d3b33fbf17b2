/**
 * The possible values of each label of a counter. Each combination is a time series, so the sets are small and fixed.
 */
export type LabelValues = Readonly<Record<string, readonly string[]>>;

/** One value for each label. */
export type Labels<V extends LabelValues> = { readonly [Label in keyof V]: V[Label][number] };

/** Counts events since the start of the process. */
export interface Counter<V extends LabelValues> {
  add(labels: Labels<V>, count?: number): void;
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
}
