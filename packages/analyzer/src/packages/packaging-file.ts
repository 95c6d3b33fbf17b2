import type { SourcePackage } from '../files/source-file.js';
import type { DeclaredDependency, Lockfile, Manifest } from './package-facts.js';

/** A manifest or lockfile as passed to its reader. */
export interface PackagingFile {
  readonly path: string;
  readonly text: string;
}

/** A file that cannot be read at all. The message is the reason for the report. */
export class UnreadablePackaging extends Error {}

/** @throws UnreadablePackaging, whose message becomes the reason. Messages of other errors are not reported. */
export type ManifestReader = (file: PackagingFile, source: SourcePackage) => Manifest;

/**
 * @param governed The manifests whose dependencies the lockfile resolves: the one in its folder, and those below it without a
 * lockfile of their own.
 * @throws UnreadablePackaging, whose message becomes the reason. Messages of other errors are not reported.
 */
export type LockfileReader = (file: PackagingFile, governed: readonly Manifest[]) => Lockfile;

/** More than any real package has; a larger file is rejected. */
const MAX_DEPENDENCIES = 100_000;

/** @throws UnreadablePackaging when there are too many. */
export function checkCount(count: number): void {
  if (count > MAX_DEPENDENCIES)
    throw new UnreadablePackaging(`holds more than ${MAX_DEPENDENCIES} dependencies`);
}

/** All dependencies that manifests declare. */
export const declaredIn = (manifests: readonly Manifest[]): DeclaredDependency[] =>
  manifests.flatMap((manifest) => manifest.dependencies);

/** The names of the runtime dependencies, without development dependencies. */
export const runtimeNames = (manifests: readonly Manifest[]): ReadonlySet<string> =>
  new Set(
    declaredIn(manifests)
      .filter(({ kind }) => kind !== 'dev')
      .map(({ name }) => name),
  );

/** The nearest of these folders that contains a path. Folders end in a slash; the package's root is empty. */
export function nearestFolder(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1);
    if (folders.has(folder)) return folder;
    if (end === 0) break;
  }
  return folders.has('') ? '' : undefined;
}
