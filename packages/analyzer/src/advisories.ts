/** Reading advisories in the OSV format, for programs that keep them and answer the analyzer's questions about packages. */
export { recordsOf } from './dependencies/advisories.js';
export {
  affectedVersions,
  readOsvRecord,
  type PackageKey,
  type PackageRecord,
  type ReadRecord,
  type ReducedRecord,
} from './dependencies/osv-records.js';
export { documentsOf } from './dependencies/read-advisories.js';
