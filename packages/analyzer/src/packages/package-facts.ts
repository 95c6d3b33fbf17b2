/** The facts in manifests and lockfiles, in one form for npm, PyPI and Go. */

export const ECOSYSTEMS = ['npm', 'PyPI', 'Go'] as const;
export type Ecosystem = (typeof ECOSYSTEMS)[number];

/** The source of a dependency: a registry, or a location whose content may change. */
export type DependencySource = 'registry' | 'git' | 'http' | 'file';

/** A dependency declared in a manifest. */
export interface DeclaredDependency {
  readonly ecosystem: Ecosystem;
  /** Normalized as in its ecosystem: for PyPI, lower case with `-`. */
  readonly name: string;
  /** As written: `^1.2.0`, `>=2,<3`, `*`, empty. */
  readonly range: string;
  readonly source: DependencySource;
  readonly kind: 'runtime' | 'dev' | 'optional' | 'peer';
  /** Only required on some platforms or Python versions: a lockfile made elsewhere may lack it. */
  readonly conditional?: boolean;
  readonly manifest: string;
  /** The line in the manifest. */
  readonly line: number;
}

/** A dependency resolved by a lockfile. */
export interface ResolvedDependency {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
  readonly source: DependencySource;
  readonly direct: boolean;
  readonly dev: boolean;
  /** Whether the lockfile contains a digest of it. */
  readonly hashed: boolean;
  /** Whether npm's lockfile says that it runs an install script. */
  readonly installScript: boolean;
  /** The license in the lockfile. */
  readonly license?: string;
  readonly lockfile: string;
  readonly line: number;
}

export interface Lockfile {
  readonly path: string;
  readonly format: 'npm' | 'pnpm' | 'yarn' | 'pip' | 'poetry' | 'uv' | 'pipenv' | 'go';
  readonly dependencies: readonly ResolvedDependency[];
  /** Declared runtime dependencies that it lacks: it is out of sync with the manifest. */
  readonly missing: readonly string[];
}

/** A script that runs when a package is installed: npm's preinstall, install, postinstall, prepare. */
export interface InstallScript {
  readonly name: string;
  readonly command: string;
  readonly manifest: string;
  readonly line: number;
  /** The folder in which it runs, where that is not the one of its manifest. */
  readonly folder?: string;
  /** All scripts of its manifest, where that is not the one that lists it. */
  readonly scripts?: ReadonlyMap<string, string>;
}

export interface Manifest {
  readonly path: string;
  readonly ecosystem: Ecosystem;
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  /** As written, usually an SPDX expression. */
  readonly license?: string;
  readonly repository?: string;
  readonly dependencies: readonly DeclaredDependency[];
  readonly installScripts: readonly InstallScript[];
  /** All scripts by name: npm scripts, Python console scripts. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Files that are run: `bin`, `main`, console scripts as `module:function`, Go main packages. */
  readonly entrypoints: readonly string[];
  /** Other code that runs, in the same forms: plugins, build backends, what scripts start or importers may load. */
  readonly loaded?: readonly string[];
  /** The part that could not be read, and why. */
  readonly problem?: string;
}

/** A manifest or lockfile that could not be read, and why. */
export interface PackagingProblem {
  readonly path: string;
  readonly reason: string;
}

export interface PackageFacts {
  readonly manifests: readonly Manifest[];
  readonly lockfiles: readonly Lockfile[];
  /** Lockfiles that could not be read, with the reasons: what they lock is not observable. */
  readonly unreadLockfiles: readonly PackagingProblem[];
  /** Manifests that could not be read, with the reasons. */
  readonly problems: readonly PackagingProblem[];
}
