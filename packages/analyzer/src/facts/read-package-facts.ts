import { decodeSource } from '../files/decode-source.js';
import { megabytes } from '../files/limits.js';
import { fileName, folderOf } from '../files/package-path.js';
import type { PackageFiles, SourcePackage } from '../files/source-file.js';
import { LANGUAGES } from '../languages/index.js';
import type { LinkedPackaging, Packaging, PackagingInProgress } from '../languages/packaging.js';
import { openLockfile, openManifest, withoutCredentials } from '../packages/credentials.js';
import type { Lockfile, Manifest, PackageFacts, PackagingProblem } from '../packages/package-facts.js';
import {
  nearestFolder,
  UnreadablePackaging,
  type LockfileReader,
  type PackagingFile,
} from '../packages/packaging-file.js';
import { classifyFiles } from '../sources/classify.js';
import { PackageImports } from '../sources/package-imports.js';
import { compareText } from '../common/text-order.js';

const MEGABYTE = 1024 * 1024;
const MAX_MANIFEST_BYTES = 4 * MEGABYTE;
const MAX_LOCKFILE_BYTES = 32 * MEGABYTE;

/** The reader of a file by its name; looks at own keys only, so that `constructor` has none. */
const readerOf = <Reader>(readers: Readonly<Record<string, Reader>>, path: string): Reader | undefined =>
  Object.hasOwn(readers, fileName(path)) ? readers[fileName(path)] : undefined;

/** Reads the manifests and lockfiles of one ecosystem. */
class EcosystemReader implements PackagingInProgress {
  readonly manifests: Manifest[] = [];
  readonly lockfiles: Lockfile[] = [];
  readonly problems: PackagingProblem[] = [];
  readonly unreadLockfiles: PackagingProblem[] = [];
  readonly unlisted: PackagingProblem[] = [];
  private readonly linked: LinkedPackaging;
  /** Manifests by the folder of the lockfile that resolves their dependencies. */
  private readonly governed = new Map<string, Manifest[]>();

  constructor(
    readonly source: SourcePackage,
    private readonly packaging: Packaging,
  ) {
    this.linked = packaging.linked?.(this) ?? {};
  }

  read(paths: readonly string[]): this {
    for (const path of paths) this.readManifest(path);
    this.linked.finishManifests?.();
    this.manifests.sort((one, other) => compareText(one.path, other.path));
    this.govern(paths);
    for (const path of paths) this.readLockfile(path);
    return this;
  }

  readAsManifest<Result>(path: string, read: (file: PackagingFile) => Result): Result | undefined {
    return this.attempt(path, MAX_MANIFEST_BYTES, this.problems, read);
  }

  readAsLockfile<Result>(path: string, read: (file: PackagingFile) => Result): Result | undefined {
    return this.attempt(path, MAX_LOCKFILE_BYTES, this.unreadLockfiles, read);
  }

  addManifest(manifest: Manifest): void {
    this.manifests.push(manifest);
    if (manifest.problem !== undefined) this.problems.push({ path: manifest.path, reason: manifest.problem });
    if (manifest.unlisted !== undefined) this.addUnlisted(manifest.path, manifest.unlisted);
  }

  addUnlisted(path: string, reason: string): void {
    this.unlisted.push({ path, reason });
  }

  private attempt<Result>(
    path: string,
    limit: number,
    problems: PackagingProblem[],
    read: (file: PackagingFile) => Result,
  ): Result | undefined {
    const bytes = this.source.files.get(path) ?? new Uint8Array();
    try {
      if (bytes.length > limit) throw new UnreadablePackaging(`is larger than ${megabytes(limit)}`);
      const { text, problem } = decodeSource(bytes);
      if (problem !== undefined) throw new UnreadablePackaging(problem);
      return read({ path, text });
    } catch (error) {
      // Other errors may quote the file, and a credential in it.
      const reason = error instanceof UnreadablePackaging ? error.message : 'cannot be read';
      problems.push({ path, reason: error instanceof RangeError ? 'is nested too deep' : reason });
      return undefined;
    }
  }

  private readManifest(path: string): void {
    if (this.linked.readManifest?.(path) === true) return;
    const reader = readerOf(this.packaging.manifests, path);
    if (reader === undefined) return;
    const manifest = this.readAsManifest(path, (file) => reader(file, this.source));
    if (manifest !== undefined) this.addManifest(manifest);
  }

  private lockfileReader(path: string): LockfileReader | undefined {
    return readerOf(this.packaging.lockfiles, path) ?? this.packaging.lockfileReader?.(path);
  }

  /** Assigns each manifest to the nearest lockfile at or above it. */
  private govern(paths: readonly string[]): void {
    const locked = new Set(paths.filter((path) => this.lockfileReader(path)).map(folderOf));
    // A list of exact versions resolves its own dependencies.
    const resolved = new Set(this.lockfiles.map(({ path }) => path));
    for (const manifest of this.manifests) {
      if (resolved.has(manifest.path)) continue;
      const folder = nearestFolder(manifest.path, locked);
      if (folder === undefined) continue;
      const others = this.governed.get(folder);
      if (others === undefined) this.governed.set(folder, [manifest]);
      else others.push(manifest);
    }
  }

  private readLockfile(path: string): void {
    if (this.linked.readLockfile?.(path) === true) return;
    const unread = readerOf(this.packaging.unread, path);
    if (unread !== undefined) this.unreadLockfiles.push({ path, reason: unread });
    const reader = this.lockfileReader(path);
    if (reader === undefined) return;
    const governed = this.governed.get(folderOf(path)) ?? [];
    const lockfile = this.readAsLockfile(path, (file) => reader(file, governed));
    if (lockfile !== undefined) this.lockfiles.push(lockfile);
  }
}

/** The packaging files of the product: dependencies of tests, examples and vendored code are not installed. */
function packagingPaths(files: PackageFiles, imports: PackageImports): string[] {
  const isManifest = (path: string): boolean =>
    LANGUAGES.some(
      ({ packaging }) =>
        readerOf(packaging.manifests, path) !== undefined ||
        packaging.isManifestSource?.(path, files.get(path) ?? new Uint8Array()) === true,
    );
  return [...classifyFiles(files, [], imports)]
    .filter(
      ([path, role]) =>
        // `setup.py` is both manifest and product code.
        role === 'manifest' || role === 'lockfile' || (role === 'product' && isManifest(path)),
    )
    .map(([path]) => path)
    .sort();
}

const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  compareText(one.path, other.path);

/**
 * The facts in the manifests and lockfiles of a package. Those in folders of tests, examples and vendored code are ignored. A
 * file that cannot be read becomes a problem; no package makes this throw.
 * @param imports the files' imports, shared with later phases
 */
export function readPackageFacts(files: PackageFiles, imports = new PackageImports(files)): PackageFacts {
  const paths = packagingPaths(files, imports);
  const { source } = imports;
  const all = LANGUAGES.map(({ packaging }) => new EcosystemReader(source, packaging).read(paths));
  // Credentials are removed last, because lockfiles are compared with manifests as written.
  return {
    manifests: all
      .flatMap(({ manifests }) => manifests)
      .sort(byPath)
      .map(openManifest),
    lockfiles: all
      .flatMap(({ lockfiles }) => lockfiles)
      .sort(byPath)
      .map(openLockfile),
    unreadLockfiles: all.flatMap(({ unreadLockfiles }) => unreadLockfiles).sort(byPath),
    problems: all.flatMap(({ problems }) => problems).sort(byPath),
    unlisted: all
      .flatMap(({ unlisted }) => unlisted)
      .sort(byPath)
      .map(({ path, reason }) => ({ path, reason: withoutCredentials(reason) })),
  };
}
