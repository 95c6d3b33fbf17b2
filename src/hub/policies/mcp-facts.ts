import { SEVERITIES, type McpOrigin, type Severity } from '../mcps/mcp-values.js';

/** Severities of findings, the worst first, and `none`. */
export const SEVERITY_BOUNDS = [...SEVERITIES, 'none'] as const;
export type SeverityBound = Severity | 'none';

/** What is known of a version whose analysis is complete, as far as policies ask. Null: not known. */
export interface McpFacts {
  /** `owner/slug`, in the form in which names are compared. */
  readonly nameKey: string;
  readonly origin: McpOrigin;
  /** Those that the server's license names, in the form in which they are compared. */
  readonly licenses: readonly string[] | null;
  /** When the version came to the catalog. */
  readonly createdAt: Date;
  readonly globalScore: number;
  readonly certificationLevel: number | null;
  /** Severity of the worst open finding. */
  readonly worstFinding: SeverityBound;
  /** Letters of the classes that there are findings of. */
  readonly classes: readonly string[];
  /** Whether each control is passed, by its id. */
  readonly controls: ReadonlyMap<string, boolean>;
}
