import { SEVERITIES, type McpOrigin, type Severity } from '../mcps/mcp-values.js';

/** Severities of findings, worst first, and `none`. */
export const SEVERITY_BOUNDS = [...SEVERITIES, 'none'] as const;
export type SeverityBound = Severity | 'none';

/** Facts about an analyzed version that policies evaluate. Null: not known. */
export interface McpFacts {
  /** `owner/slug` as a key for comparisons. */
  readonly nameKey: string;
  readonly origin: McpOrigin;
  /** Keys of the licenses in the server's license expression. */
  readonly licenses: readonly string[] | null;
  /** When the version was added to the catalog. */
  readonly createdAt: Date;
  readonly globalScore: number;
  readonly certificationLevel: number | null;
  /** Severity of the worst open finding. */
  readonly worstFinding: SeverityBound;
  /** Letters of the classes with findings. */
  readonly classes: readonly string[];
  /** Whether each control passed, by its id. */
  readonly controls: ReadonlyMap<string, boolean>;
}
