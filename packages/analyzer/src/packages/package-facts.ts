/** The facts in manifests and lockfiles, in one form for all ecosystems. */

import type { Ecosystem } from '../ir/language-names.js';
import type { McpBundle } from '../mcpb/read-bundle.js';
import type { JudgedLaunch } from '../mcpb/judged-launch.js';

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
  /** The only version that the range allows, or the one that its location names. */
  readonly version?: string;
  /** The address of the registry or index that it comes from, if that is not the public one. */
  readonly index?: string;
  /** Only required on some platforms or Python versions: a lockfile made elsewhere may lack it. */
  readonly conditional?: boolean;
  /** What it is required for never happens: its marker holds in no environment. */
  readonly excluded?: boolean;
  /** It is a package of the same workspace, and comes from its folder. */
  readonly isMember?: boolean;
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
  /** Where it comes from, if that is no registry: `git+https://…#<commit>`, `./vendor/name-1.0.tgz`. */
  readonly location?: string;
  /** The address of the registry or index that it comes from, if that is not the public one. */
  readonly index?: string;
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
  readonly dependencies: readonly ResolvedDependency[];
  /** Declared runtime dependencies that it lacks: it is out of sync with the manifest. */
  readonly missing: readonly string[];
  /** The names of packages that it takes from folders of the workspace. */
  readonly members?: readonly string[];
  /** What it lists and nobody installs: a marker holds in no environment. */
  readonly excluded?: readonly DeclaredDependency[];
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

/** A file that a manifest takes dependencies from, as written: relative to its folder. */
export interface DependencyList {
  readonly file: string;
  readonly kind: DeclaredDependency['kind'];
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
  /** Versions of packages in case that something requires them: constraints of pip, overrides of npm. */
  readonly constraints?: readonly DeclaredDependency[];
  /** Files with more of its dependencies, as setuptools and others read them. */
  readonly lists?: readonly DependencyList[];
  /** The folders of other packages of the same workspace, as patterns. */
  readonly workspaces?: readonly string[];
  /** Ranges that other manifests name by a catalog and the name of the package. */
  readonly catalogs?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Dependencies that a program computes, or whose place is not known, in words. */
  readonly unlisted?: string;
  readonly installScripts: readonly InstallScript[];
  /** All scripts by name: npm scripts, Python console scripts. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Files that are run: `bin`, `main`, console scripts as `module:function`, Go main packages. */
  readonly entrypoints: readonly string[];
  /** The commands that its installation adds: the names in `bin`, console scripts. */
  readonly commands: readonly string[];
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

/** What the manifest of an MCP bundle says, and how it starts the server. */
export interface BundleFacts {
  readonly bundle: McpBundle;
  readonly launches: readonly JudgedLaunch[];
}

export interface PackageFacts {
  readonly manifests: readonly Manifest[];
  readonly lockfiles: readonly Lockfile[];
  /** Lockfiles that could not be read, with the reasons: what they lock is not observable. */
  readonly unreadLockfiles: readonly PackagingProblem[];
  /** Manifests that could not be read, with the reasons. */
  readonly problems: readonly PackagingProblem[];
  /** Manifests that have dependencies which are not known, with the reasons: another file has them, or a program does. */
  readonly unlisted: readonly PackagingProblem[];
  /** For the files of an MCP bundle. */
  readonly mcpb?: BundleFacts;
}
