import type { McpOrigin } from '../mcps/mcp-values.js';
import type { SeverityBound } from '../policies/policy-target.js';

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

/** What a request asks about, looked up. */
export type Subject =
  | { readonly kind: 'not_found'; readonly what: 'mcp' | 'version' }
  /** Several are meant. */
  | { readonly kind: 'ambiguous'; readonly what: 'mcp' | 'version' }
  /** The organization that has it is suspended or deleted. */
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'not_analyzed' }
  | { readonly kind: 'analyzed'; readonly facts: McpFacts };
