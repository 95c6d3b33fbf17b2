import type { DeclaredLaunch } from './manifest.js';
import type { StartedPackage } from './package-launchers.js';

/** What a launch starts, as far as its words say it. */
export type Start =
  /** Code of the bundle, which is analyzed. */
  | { readonly kind: 'bundle'; readonly path: string }
  /** Something that the bundle does not contain. */
  | ({ readonly kind: 'package' } & StartedPackage)
  /** A program of the machine or of the bundle, or words that are not understood. */
  | {
      readonly kind: 'unknown';
      readonly reason: string;
      /** It is a program in the bundle, which is no code that is analyzed. */
      readonly isProgramOfBundle?: boolean;
    };

/** A launch, and what it starts. */
export interface JudgedLaunch extends DeclaredLaunch {
  readonly start: Start;
}
