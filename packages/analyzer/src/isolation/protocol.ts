import type { Analysis, Phase } from '../analyze.js';

/** What is to be analyzed, by where it lies: the child process reads it itself, so that reading is bounded too. */
export interface Job {
  readonly source: { readonly kind: 'directory' | 'archive'; readonly path: string };
  /** A file or folder with advisories in OSV form. */
  readonly advisories?: string;
}

/** What the child process says. */
export type Message =
  | { readonly kind: 'phase'; readonly phase: Phase | 'advisories' | 'reading' }
  /** The advisories have been read: so many, and so many records that are none. */
  | { readonly kind: 'advisories'; readonly size: number; readonly skipped: number }
  | { readonly kind: 'done'; readonly analysis: Analysis }
  /** The package is not looked into, because of how it is packed, or because a part of it cannot be read. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The job itself is wrong: there is no such file, the advisories are none. */
  | { readonly kind: 'unusable'; readonly what: 'package' | 'advisories'; readonly reason: string };
