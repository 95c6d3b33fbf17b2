import type { PackageKey, ReducedRecord } from '@mcp-hub/analyzer/advisories';
import { isStorableText } from '../../../common/values/text.js';

/** Identity of a row among those of its source. */
export interface AdvisoryKey {
  readonly id: string;
  readonly ecosystem: string;
  readonly packageKey: string;
}

/** A row to store. */
export interface AdvisoryRow extends AdvisoryKey {
  readonly day: string | null;
  readonly digest: string;
  readonly record: ReducedRecord;
}

/** The versions of a package that MCPs depend on. */
export interface WatchedPackage extends AdvisoryKey {
  readonly versions: readonly string[];
  /** The stored record; null for a new one. */
  readonly record: ReducedRecord | null;
}

/** A version of a package. */
export interface AffectedVersion {
  readonly ecosystem: string;
  readonly packageKey: string;
  readonly version: string;
}

// Longer than the names and versions of the registries; indexes have a limit of their own.
const MAX_NAME = 512;
const MAX_VERSION = 256;

/** Whether a name can be stored and found again. */
export const isStorableName = (name: string): boolean => isStorableText(name, MAX_NAME);

/** Whether a version can be stored and compared. */
export const isStorableVersion = (version: string): boolean => isStorableText(version, MAX_VERSION);

/** Identifies a row within its source. */
export const rowKey = ({ id, ecosystem, packageKey }: AdvisoryKey): string =>
  [id, ecosystem, packageKey].join('\0');

/** The package of a row, as the analyzer names it. */
export const packageOf = ({ ecosystem, packageKey }: AdvisoryKey): PackageKey => ({
  ecosystem: ecosystem as PackageKey['ecosystem'],
  name: packageKey,
});
