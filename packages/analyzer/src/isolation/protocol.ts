import type { Analysis, Phase } from '../analysis/analyze.js';
import type { AdvisoryAnswer } from '../dependencies/advisory-lookup.js';
import type { PackageKey } from '../dependencies/osv-records.js';
import type { Layout } from '../files/package-layout.js';
import type { PreviousSurface } from '../surface/previous-surface.js';

/** More than any real package has. */
export const MAX_PACKAGES = 100_000;

/** The package to analyze, by its path: the child process reads it itself, so that reading is limited too. */
export interface Job {
  readonly source:
    | { readonly kind: 'directory'; readonly path: string }
    /** A gzipped tar, or an MCP bundle, which is a zip: its first bytes say which. */
    | { readonly kind: 'archive'; readonly path: string; readonly layout?: Layout }
    /** The archive that `@mcp-hub/sources` makes of a Python package. */
    | { readonly kind: 'release'; readonly path: string };
  /** A file or folder with advisories in the OSV format. */
  readonly advisories?: string;
  /** What the server offered at an earlier version. */
  readonly previous?: PreviousSurface;
}

/** A message to the child process: the job first, then the answer to its question. */
export type Order =
  | {
      readonly kind: 'job';
      readonly job: Job;
      /** Whether the parent looks up advisories. */
      readonly asks: boolean;
    }
  /** Undefined when the parent has no advisories. */
  | { readonly kind: 'advisories'; readonly answer?: AdvisoryAnswer };

/** A message from the child process. */
export type Message =
  | { readonly kind: 'phase'; readonly phase: Phase | 'advisories' | 'reading' }
  /** The advisories were read, with the number of skipped invalid records. */
  | { readonly kind: 'advisories'; readonly size: number; readonly skipped: number }
  /** A question, asked at most once: the advisories about these packages. */
  | { readonly kind: 'packages'; readonly packages: readonly PackageKey[] }
  | { readonly kind: 'done'; readonly analysis: Analysis }
  /** The package was not analyzed because of how it is packed or because a part of it is unreadable. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The job itself is invalid: the file does not exist, or the advisories are invalid or could not be looked up. */
  | { readonly kind: 'unusable'; readonly what: 'package' | 'advisories'; readonly reason: string };
