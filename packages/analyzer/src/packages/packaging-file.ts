import type { SourcePackage } from '../files/source-file.js';
import type { DeclaredDependency, Lockfile, Manifest } from './package-facts.js';

/** A manifest or lockfile as its reader gets it. */
export interface PackagingFile {
  readonly path: string;
  readonly text: string;
}

/** A file that cannot be read at all. The message says why, for the report's reader. */
export class UnreadablePackaging extends Error {}

/** @throws UnreadablePackaging, whose message is the reason then. That of other errors is told to nobody. */
export type ManifestReader = (file: PackagingFile, source: SourcePackage) => Manifest;

/**
 * @param governed The manifests whose dependencies the lockfile resolves: that of its folder, and those below it that have
 *   no lockfile of their own.
 * @throws UnreadablePackaging, whose message is the reason then. That of other errors is told to nobody.
 */
export type LockfileReader = (file: PackagingFile, governed: readonly Manifest[]) => Lockfile;

/** More than any real package has; a file that says more is not read. */
const MAX_DEPENDENCIES = 100_000;

/** @throws UnreadablePackaging when there are too many of them. */
export function checkCount(count: number): void {
  if (count > MAX_DEPENDENCIES)
    throw new UnreadablePackaging(`holds more than ${MAX_DEPENDENCIES} dependencies`);
}

/** All dependencies that manifests ask for. */
export const declaredIn = (manifests: readonly Manifest[]): DeclaredDependency[] =>
  manifests.flatMap((manifest) => manifest.dependencies);

/** The names that manifests ask for to run, and not for development alone. */
export const runtimeNames = (manifests: readonly Manifest[]): ReadonlySet<string> =>
  new Set(
    declaredIn(manifests)
      .filter(({ kind }) => kind !== 'dev')
      .map(({ name }) => name),
  );

/** The folder among these that a path lies in and that is nearest to it. Folders end in a slash; the package's own is empty. */
export function nearestFolder(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1);
    if (folders.has(folder)) return folder;
    if (end === 0) break;
  }
  return folders.has('') ? '' : undefined;
}
