/**
 * Reads archives of packages as all programs do that unpack them, and refuses those that they read differently. For
 * everything that reads one: it loads neither parser nor rule.
 */
export { RefusedPackage } from '../files/source-file.js';
export { entryPath, EntryNames } from './entry-names.js';
export { gunzip } from './gunzip.js';
export {
  AmbiguousArchive,
  BrokenArchive,
  CutOffArchive,
  TooLargeArchive,
  TooManyEntries,
} from './refused-archive.js';
export { tarEntries, type ReadEntry } from './tar-entries.js';
export { type EntryKind, type TarEntry, type TarLimits } from './tar-reader.js';
