/**
 * Reads archives of packages as all programs do that unpack them, and refuses those that they read differently. For
 * everything that reads one: it loads neither parser nor rule.
 */
export { RefusedPackage } from '../files/source-file.js';
export type { ArchiveLimits } from './archive-limits.js';
export { entryPath, EntryNames } from './entry-names.js';
export { gunzip } from './gunzip.js';
export { isZip } from './is-zip.js';
export { withoutLinks, type Link, type TreeEntry, type WithoutLinks } from './links.js';
export {
  AmbiguousArchive,
  BrokenArchive,
  CutOffArchive,
  TooLargeArchive,
  TooManyEntries,
} from './refused-archive.js';
export { tarEntries, type ReadEntry } from './tar-entries.js';
export { splitBundle } from './split-bundle.js';
export { zipEntries, type ZipEntry } from './zip-entries.js';
export { type EntryKind, type TarEntry } from './tar-reader.js';
