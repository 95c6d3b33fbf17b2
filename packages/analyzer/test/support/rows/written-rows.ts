/** Probes written for rows whose effect needs more than one call. */
export interface Written {
  readonly imports: readonly string[];
  readonly body: readonly string[];
  /** What reaches the sinks after the body. */
  readonly used?: string;
  /** In a program of its own, in which findings of low severity count: they are reported once for a program. */
  readonly alone?: boolean;
}

export type ByRow = Readonly<Record<string, Written>>;

/** One probe for each of some rows, by the last name of the row. */
export const each = (rows: readonly string[], of: (name: string) => Written): ByRow =>
  Object.fromEntries(rows.map((row) => [row, of(row.split('.').at(-1) ?? '')]));
