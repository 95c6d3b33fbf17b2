import type { SourcePackage } from '../files/source-file.js';
import type { Ecosystem, Lockfile, Manifest } from '../packages/package-facts.js';
import type { LockfileReader, ManifestReader, PackagingFile } from '../packages/packaging-file.js';
import type { VersionOrder } from '../packages/version-order.js';

/** The packages of an ecosystem, while they are read. */
export interface PackagingInProgress {
  readonly source: SourcePackage;
  /** Those that have been read so far; more may be added, and one may take the place of another. */
  readonly manifests: Manifest[];
  readonly lockfiles: Lockfile[];
  /** Notes a manifest, and what could not be read of it. */
  addManifest(manifest: Manifest): void;
  /** What reading a file gives. Undefined after a problem, which is noted: it is too large, cannot be read or `read` throws. */
  readAsManifest<Result>(path: string, read: (file: PackagingFile) => Result): Result | undefined;
  readAsLockfile<Result>(path: string, read: (file: PackagingFile) => Result): Result | undefined;
}

/** How packaging files are read that depend on each other, or are both manifest and lockfile. */
export interface LinkedPackaging {
  /** Whether a path is that of such a manifest; if so, it has been read. */
  readManifest?(path: string): boolean;
  /** All manifests have been read. */
  finishManifests?(): void;
  /** Whether a path is that of such a lockfile; if so, it has been read. */
  readLockfile?(path: string): boolean;
}

/** The manifests and lockfiles of a language's packages. */
export interface Packaging {
  readonly ecosystem: Ecosystem;
  /** Its type in package URLs. */
  readonly purlType: string;
  /** What stands before the last slash of a name: nothing, the scope of an organization, or a path. */
  readonly namespaces: 'none' | 'scope' | 'path';
  /** The one form of names that mean the same package. */
  readonly normalizedName: (name: string) => string;
  readonly versions: VersionOrder;
  /** Names of files, in lower case, that are manifests and lockfiles, also of those whose content is not read. */
  readonly names: { readonly manifests: readonly string[]; readonly lockfiles: readonly string[] };
  /** Whether a path is that of a manifest without a fixed name. */
  readonly isManifest?: (path: string) => boolean;
  /** By the names of files. */
  readonly manifests: Readonly<Record<string, ManifestReader>>;
  readonly lockfiles: Readonly<Record<string, LockfileReader>>;
  /** Lockfiles of tools whose formats are not read. That they are there must not look as if there were none. */
  readonly unread: readonly string[];
  readonly linked?: (packages: PackagingInProgress) => LinkedPackaging;
}
