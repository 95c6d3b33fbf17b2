import type { Environment } from '../../../config/user-environment.js';
import type { CachedLaunch } from '../cache/cache-entry.js';
import type { DecidedSource } from '../decisions/known-decision.js';

/** A version of a package that was decided about. */
export type PackageSource = Extract<DecidedSource, { kind: 'npm' | 'pypi' }>;

/** How a package is fetched and installed. */
export interface PackageOptions {
  readonly withDependencies: boolean;
  readonly environment: Environment;
}

/** What an archive of a package is unpacked to. */
export interface FetchedPackage {
  readonly source: PackageSource;
  readonly archive: string;
  readonly options: PackageOptions;
}

/** What a package needs besides its archive, and how it is installed into the folder of its files. */
export interface PackageContent {
  readonly unpack: (folder: string) => Promise<void>;
  /** Returns what was installed, for people. */
  readonly install: (folder: string) => Promise<string>;
  /** Names, for messages; empty for a package that needs nothing else. */
  readonly dependencies: readonly string[];
  readonly launch: CachedLaunch;
  /** The file that is started. */
  readonly first: string;
}
