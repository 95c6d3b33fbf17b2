import type { McpFacts } from '../policies/mcp-facts.js';

/** What `latest` means, and what to use instead. */
export interface NewestVersion {
  /** As the gate finds it by the same name. */
  readonly version: string;
  readonly isCertified: boolean;
  /** The newest certified version; null if none of the last ones is. */
  readonly certified: string | null;
}

/** What a name and version of a request resolve to. */
export type Subject =
  | { readonly kind: 'not_found'; readonly what: 'mcp' | 'version' }
  /**
   * Several servers or commits match. With facts, they are those of the newest version where the registry has another: a policy
   * that denies it says more than that.
   */
  | {
      readonly kind: 'ambiguous';
      readonly what: 'mcp' | 'version';
      readonly facts?: McpFacts;
      readonly newest?: NewestVersion;
    }
  /** The organization of the server is suspended or deleted. */
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'not_analyzed'; readonly newest?: NewestVersion }
  | { readonly kind: 'analysis_failed'; readonly newest?: NewestVersion }
  /** It was analyzed, but never completely. */
  | { readonly kind: 'incomplete_analysis'; readonly newest?: NewestVersion }
  /** The version is revoked in the registry; the reason may be empty. */
  | { readonly kind: 'revoked'; readonly reason: string }
  | { readonly kind: 'analyzed'; readonly facts: McpFacts };
