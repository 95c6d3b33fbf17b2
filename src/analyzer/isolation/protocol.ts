import type { Analysis, Phase } from '../analyze.js';

/** What is to be analyzed, by where it lies: the child process reads it itself, so that reading is bounded too. */
export interface Job {
  readonly source: { readonly kind: 'directory' | 'archive'; readonly path: string };
  /** A file with advisories in OSV form. */
  readonly advisories?: string;
}

/** What the child process says. */
export type Message =
  | { readonly kind: 'phase'; readonly phase: Phase | 'reading' }
  | { readonly kind: 'done'; readonly analysis: Analysis }
  /** The package is not looked into, because of how it is packed. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The job itself is wrong: there is no such file, the advisories are none. */
  | { readonly kind: 'unusable'; readonly reason: string };
