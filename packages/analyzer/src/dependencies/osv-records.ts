import { packagingOf } from '../languages/index.js';
import type { Ecosystem } from '../ir/language-names.js';
import { defined, itemsAt, textAt, textsAt, valueAt } from '../packages/values.js';
import {
  AdvisoryTable,
  coveredEcosystem,
  eventsOf,
  isEcosystem,
  MAX_ALIASES,
  MAX_ID_LENGTH,
  namesMalware,
  summaryOf,
} from './advisories.js';
import { verdictOf } from './affected.js';

/** A package as advisories name it, with its name normalized as in its ecosystem. */
export interface PackageKey {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/**
 * What of an OSV record is needed to compare one package with it, in the OSV format itself: an `AdvisoryTable` reads it like the
 * whole record.
 */
export type ReducedRecord = Readonly<Record<string, unknown>>;

/** One package of an OSV record. */
export interface PackageRecord extends PackageKey {
  readonly record: ReducedRecord;
}

/** A valid OSV record. */
export interface ReadRecord {
  readonly id: string;
  /** RFC 3339; undefined when the record has none. */
  readonly modified: string | undefined;
  /** The ecosystem that the record is about; undefined for several, and when it is withdrawn. */
  readonly covers: Ecosystem | undefined;
  /** Without withdrawn records and packages of other ecosystems: possibly empty. Each package once. */
  readonly packages: readonly PackageRecord[];
}

/** No word for a severity is as long. */
const MAX_WORD = 100;
const MAX_VECTOR = 500;

/** What of a record or an item of `affected` its rating depends on. */
function ratingParts(part: unknown): ReducedRecord {
  const vectors = itemsAt(part, 'severity').flatMap((item) => textAt(item, 'score') ?? []);
  const wordIn = (field: string): ReducedRecord => {
    const severity = textAt(part, field, 'severity')?.slice(0, MAX_WORD);
    return severity === undefined ? {} : { [field]: { severity } };
  };
  const kept = vectors.filter((vector) => vector.length <= MAX_VECTOR).map((score) => ({ score }));
  return {
    ...(kept.length > 0 && { severity: kept }),
    ...wordIn('database_specific'),
    ...wordIn('ecosystem_specific'),
  };
}

/** Aliases as far as they are reported, and the first one that names malware. */
function aliasesOf(record: unknown): string[] {
  const aliases = textsAt(record, 'aliases').filter((alias) => alias.length <= MAX_ID_LENGTH);
  const malware = aliases.slice(MAX_ALIASES).find(namesMalware);
  return [...aliases.slice(0, MAX_ALIASES), ...(malware === undefined ? [] : [malware])];
}

const affectedPart = (entry: unknown, ecosystem: Ecosystem, name: string): ReducedRecord => ({
  package: { ecosystem, name },
  versions: textsAt(entry, 'versions'),
  ranges: itemsAt(entry, 'ranges')
    .filter((range) => textAt(range, 'type') !== 'GIT')
    .map((range) => ({ events: eventsOf(range).map(({ kind, version }) => ({ [kind]: version })) }))
    .filter(({ events }) => events.length > 0),
  ...ratingParts(entry),
});

/** The items of `affected` by package. */
function affectedByPackage(record: unknown): Map<string, PackageKey & { readonly parts: ReducedRecord[] }> {
  const found = new Map<string, PackageKey & { readonly parts: ReducedRecord[] }>();
  for (const entry of itemsAt(record, 'affected')) {
    const ecosystem = textAt(entry, 'package', 'ecosystem');
    const written = textAt(entry, 'package', 'name');
    if (!isEcosystem(ecosystem) || written === undefined) continue;
    const name = packagingOf(ecosystem).normalizedName(written);
    const key = `${ecosystem}\0${name}`;
    const known = found.get(key) ?? { ecosystem, name, parts: [] };
    known.parts.push(affectedPart(entry, ecosystem, name));
    found.set(key, known);
  }
  return found;
}

/** Reads an OSV record for storage by package; undefined when it is invalid, as for `AdvisoryTable`. */
export function readOsvRecord(record: unknown): ReadRecord | undefined {
  const id = textAt(record, 'id');
  const affected = valueAt(record, 'affected');
  if (id === undefined || id.length > MAX_ID_LENGTH || (affected !== undefined && !Array.isArray(affected)))
    return undefined;
  const modified = textAt(record, 'modified');
  if (textAt(record, 'withdrawn') !== undefined) return { id, modified, covers: undefined, packages: [] };
  const shared = {
    id,
    ...defined('modified', modified?.slice(0, MAX_WORD)),
    aliases: aliasesOf(record),
    summary: summaryOf(record),
    ...ratingParts(record),
  };
  const packages = [...affectedByPackage(record).values()].map(({ ecosystem, name, parts }) => ({
    ecosystem,
    name,
    record: { ...shared, affected: parts },
  }));
  return { id, modified, covers: packages.length > 0 ? coveredEcosystem(record) : undefined, packages };
}

/** The versions of a package that a record affects. */
export function affectedVersions(
  record: ReducedRecord,
  { ecosystem, name }: PackageKey,
  versions: readonly string[],
): string[] {
  const table = new AdvisoryTable();
  table.add(record);
  const advisories = table.finish().byPackage.get(`${ecosystem}\0${name}`) ?? [];
  return versions.filter((version) =>
    advisories.some((advisory) => verdictOf(ecosystem, advisory, version).affected),
  );
}
