/** What manifests and lockfiles say about a package, in one form for npm, PyPI and Go. */

export const ECOSYSTEMS = ['npm', 'PyPI', 'Go'] as const;
export type Ecosystem = (typeof ECOSYSTEMS)[number];

/** How a dependency is asked for: from a registry, or from elsewhere, where nothing says that it stays the same. */
export type DependencySource = 'registry' | 'git' | 'http' | 'file';

/** A dependency that a manifest asks for. */
export interface DeclaredDependency {
  readonly ecosystem: Ecosystem;
  /** As its ecosystem normalises it: PyPI lower case with `-`. */
  readonly name: string;
  /** As written: `^1.2.0`, `>=2,<3`, `*`, empty. */
  readonly range: string;
  readonly source: DependencySource;
  readonly kind: 'runtime' | 'dev' | 'optional' | 'peer';
  /** It is asked for on some platforms or versions of Python alone: a lockfile made elsewhere need not hold it. */
  readonly conditional?: boolean;
  readonly manifest: string;
  /** The line in the manifest. */
  readonly line: number;
}

/** A dependency that a lockfile has resolved. */
export interface ResolvedDependency {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
  readonly source: DependencySource;
  readonly direct: boolean;
  readonly dev: boolean;
  /** Whether the lockfile holds a digest of it. */
  readonly hashed: boolean;
  /** npm says in its lockfile that it runs a script when it is installed. */
  readonly installScript: boolean;
  /** The license that the lockfile names. */
  readonly license?: string;
  readonly lockfile: string;
  readonly line: number;
}

export interface Lockfile {
  readonly path: string;
  readonly format: 'npm' | 'pnpm' | 'yarn' | 'pip' | 'poetry' | 'uv' | 'pipenv' | 'go';
  readonly dependencies: readonly ResolvedDependency[];
  /** Declared runtime dependencies that it does not hold: it is out of step with the manifest. */
  readonly missing: readonly string[];
}

/** A script that runs when a package is installed: npm's preinstall, install, postinstall, prepare. */
export interface InstallScript {
  readonly name: string;
  readonly command: string;
  readonly manifest: string;
  readonly line: number;
}

export interface Manifest {
  readonly path: string;
  readonly ecosystem: Ecosystem;
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  /** As written: an SPDX expression, if the publisher is careful. */
  readonly license?: string;
  readonly repository?: string;
  readonly dependencies: readonly DeclaredDependency[];
  readonly installScripts: readonly InstallScript[];
  /** All scripts by name: npm's scripts, Python's console scripts. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Files that are run: `bin`, `main`, console scripts as `module:function`, Go's main packages. */
  readonly entrypoints: readonly string[];
  /** What could not be read of it. */
  readonly problem?: string;
}

export interface PackageFacts {
  readonly manifests: readonly Manifest[];
  readonly lockfiles: readonly Lockfile[];
  /** Lockfiles and manifests that could not be read, each with its reason. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}
