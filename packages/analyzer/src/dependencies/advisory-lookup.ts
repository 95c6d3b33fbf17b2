import { packagingOf } from '../languages/index.js';
import type { ResolvedDependency } from '../packages/package-facts.js';
import { AdvisoryTable, isEcosystem, type Advisories } from './advisories.js';
import { isComparable } from './known-versions.js';
import type { PackageKey } from './osv-records.js';

/** The part of a table of advisories that is about some packages. */
export interface AdvisoryAnswer {
  /** OSV records, whole or reduced. */
  readonly records: readonly unknown[];
  /** The date of the newest advisory of the whole table, `2026-01-31`. */
  readonly day?: string;
  /** The ecosystems that the whole table covers. */
  readonly ecosystems: readonly string[];
  /** The number of advisories in the whole table. */
  readonly size: number;
}

/** A resolved dependency: a version of a package. */
export interface PackageVersion extends PackageKey {
  readonly version: string;
}

/** The versions that could match an advisory, each once. A dependency from a folder cannot. */
export function comparedVersions(resolved: readonly ResolvedDependency[]): PackageVersion[] {
  const versions = resolved.filter(isComparable).map(({ ecosystem, name, version }) => ({
    ecosystem,
    name: packagingOf(ecosystem).normalizedName(name),
    version,
  }));
  return [
    ...new Map(versions.map((each) => [[each.ecosystem, each.name, each.version].join('\0'), each])).values(),
  ];
}

/** The packages of these versions, each once. */
export const packagesOf = (versions: readonly PackageVersion[]): PackageKey[] => [
  ...new Map(
    versions.map(({ ecosystem, name }) => [`${ecosystem}\0${name}`, { ecosystem, name }] as const),
  ).values(),
];

/** The table of an answer, as if it had been read whole. */
export function tableOf({ records, day, ecosystems, size }: AdvisoryAnswer): Advisories {
  const table = new AdvisoryTable();
  for (const record of records) table.add(record);
  const { byPackage, skipped } = table.finish();
  return {
    byPackage,
    skipped,
    size,
    ecosystems: new Set(ecosystems.filter(isEcosystem)),
    ...(day !== undefined && { day }),
  };
}
