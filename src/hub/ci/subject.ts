import type { McpFacts } from '../policies/mcp-facts.js';

/** What a name and version of a request resolve to. */
export type Subject =
  | { readonly kind: 'not_found'; readonly what: 'mcp' | 'version' }
  /** Several servers or commits match. */
  | { readonly kind: 'ambiguous'; readonly what: 'mcp' | 'version' }
  /** The organization of the server is suspended or deleted. */
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'not_analyzed' }
  /** The version is revoked in the registry; the reason may be empty. */
  | { readonly kind: 'revoked'; readonly reason: string }
  | { readonly kind: 'analyzed'; readonly facts: McpFacts };
