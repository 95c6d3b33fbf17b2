import type { PackageFiles, SourcePackage } from '../files/source-file.js';
import type { Ecosystem, PackageRuntime } from '../ir/language-names.js';
import type { Lockfile, Manifest } from '../packages/package-facts.js';
import type { LockfileReader, ManifestReader, PackagingFile } from '../packages/packaging-file.js';
import type { VersionOrder } from '../packages/version-order.js';

/** The packages of an ecosystem while they are being read. */
export interface PackagingInProgress {
  readonly source: SourcePackage;
  /** The manifests read so far; more may be added, and one may replace another. */
  readonly manifests: Manifest[];
  readonly lockfiles: Lockfile[];
  /** Adds a manifest and the problems found in it. */
  addManifest(manifest: Manifest): void;
  /** Notes that a manifest has dependencies which are not known, and why. */
  addUnlisted(path: string, reason: string): void;
  /** Reads a file. Undefined after a problem, which is recorded: it is too large, cannot be read or `read` throws. */
  readAsManifest<Result>(path: string, read: (file: PackagingFile) => Result): Result | undefined;
  readAsLockfile<Result>(path: string, read: (file: PackagingFile) => Result): Result | undefined;
}

/** Reads packaging files that depend on each other, or are both manifest and lockfile. */
export interface LinkedPackaging {
  /** Whether a path is that of such a manifest; if so, it has been read. */
  readManifest?(path: string): boolean;
  /** Called when all manifests have been read. */
  finishManifests?(): void;
  /** Whether a path is that of such a lockfile; if so, it has been read. */
  readLockfile?(path: string): boolean;
}

/** The manifests and lockfiles of a language's packages. */
export interface Packaging {
  readonly ecosystem: Ecosystem;
  /** What runs its packages. */
  readonly runtime: PackageRuntime;
  /** The package type in package URLs. */
  readonly purlType: string;
  /** The part of a name before the last slash: nothing, the scope of an organization, or a path. */
  readonly namespaces: 'none' | 'scope' | 'path';
  /** The canonical form of equivalent package names. */
  readonly normalizedName: (name: string) => string;
  readonly versions: VersionOrder;
  /** Lower-case names of the files that are manifests and lockfiles, including those whose content is not parsed. */
  readonly names: { readonly manifests: readonly string[]; readonly lockfiles: readonly string[] };
  /** Whether a path is that of a manifest without a fixed file name. */
  readonly isManifest?: (path: string) => boolean;
  /** Whether a source file of the product has a manifest in it. */
  readonly isManifestSource?: (path: string, bytes: Uint8Array) => boolean;
  /** By file name. */
  readonly manifests: Readonly<Record<string, ManifestReader>>;
  readonly lockfiles: Readonly<Record<string, LockfileReader>>;
  /** Whether a path is that of a lockfile without a fixed file name, and its reader. */
  readonly lockfileReader?: (path: string) => LockfileReader | undefined;
  /** Lockfiles in unsupported formats, and why they are not read. Their presence must not look like a missing lockfile. */
  readonly unread: Readonly<Record<string, string>>;
  readonly linked?: (packages: PackagingInProgress) => LinkedPackaging;
  /** The files of an entry point that is no path: `module:function`. */
  readonly filesOfEntry?: (entry: string, manifest: string, files: PackageFiles) => readonly string[];
}
