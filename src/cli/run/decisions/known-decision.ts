import type { CertifiedSurface, SurfaceChanges } from '../relay/certified-surface.js';

/** Where the bytes of a server come from, with the digest that they must have. */
export type DecidedSource =
  /** `path` is that of the package in the registry: `org/name`. */
  | { readonly kind: 'registry'; readonly path: string; readonly digest: string }
  | {
      readonly kind: 'npm' | 'pypi';
      readonly name: string;
      readonly version: string;
      readonly digest: string;
    };

/** What the decisions of the organization say of a reference, as far as a start needs it. */
export interface KnownDecision {
  readonly isAllowed: boolean;
  /** The version that is meant; undefined where one was named. */
  readonly newest?: string;
  /** Why it is denied. */
  readonly reasons: readonly string[];
  /** Null for what cannot be started, for the reason in `reasons`. */
  readonly source: DecidedSource | null;
  /** Null where it is not known. */
  readonly surface: CertifiedSurface | null;
  readonly surfaceChanges: SurfaceChanges;
  /** Of the document: RFC 3339. */
  readonly validUntil: string;
}
