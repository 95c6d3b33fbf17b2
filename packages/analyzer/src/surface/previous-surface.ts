/** A tool in an earlier analysis, in the form of its report. */
export interface PreviousTool {
  readonly name: string;
  readonly description: string | null;
  readonly parameters: readonly { readonly name: string; readonly type: string | null }[];
}

/** What the server offered when it was analyzed before, at an earlier version. */
export interface PreviousSurface {
  readonly tools: readonly PreviousTool[];
  readonly capabilities: readonly string[];
  /** The version in the package's manifest; null without one. */
  readonly packageVersion: string | null;
}
