import { ECOSYSTEMS, type Ecosystem } from '../ir/language-names.js';
import { packagingOf } from '../languages/index.js';
import { entriesAt, itemsAt, textAt, textsAt, valueAt } from '../packages/values.js';
import type { Affected, RangeEvent } from './affected.js';
import { ratingOf, type Rating } from './severity.js';

/** The part of an advisory about one package. */
export interface Advisory extends Affected, Rating {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  /** The package is malware. */
  readonly malicious: boolean;
}

/** A table of advisories, built once and queried per dependency. */
export interface Advisories {
  /** The number of advisories, without withdrawn ones and those of other ecosystems. */
  readonly size: number;
  /** The number of skipped records that are not advisories. */
  readonly skipped: number;
  /** The date of the newest advisory, `2026-01-31`. */
  readonly day?: string;
  /** The ecosystems covered: for packages of any other, a missing advisory proves nothing. */
  readonly ecosystems: ReadonlySet<Ecosystem>;
  /** Keyed by `advisoryKey`. */
  readonly byPackage: ReadonlyMap<string, readonly Advisory[]>;
}

const MAX_RECORDS = 2_000_000;
/** Longer identifiers and aliases are invalid. */
export const MAX_ID_LENGTH = 128;
/** Further aliases are not reported. */
export const MAX_ALIASES = 50;
const MAX_SUMMARY_LENGTH = 300;
/** The date of an RFC 3339 timestamp. */
const DAY = /^\d{4}-\d{2}-\d{2}/u;
const EVENTS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;

/** The key of a package in the table. */
export const advisoryKey = (ecosystem: Ecosystem, name: string): string =>
  `${ecosystem}\0${packagingOf(ecosystem).normalizedName(name)}`;

/** Whether a text names an ecosystem whose versions can be compared. */
export const isEcosystem = (text: string | undefined): text is Ecosystem =>
  (ECOSYSTEMS as readonly (string | undefined)[]).includes(text);

/**
 * The ecosystem that a record is about, unless it is about several. The export of one ecosystem also has records about packages
 * of others, which say nothing about whether the rest of those ecosystems is in it.
 */
export function coveredEcosystem(record: unknown): Ecosystem | undefined {
  const named = itemsAt(record, 'affected').flatMap((entry) => textAt(entry, 'package', 'ecosystem') ?? []);
  // `Debian:11` is a release of `Debian`.
  const [only, ...others] = new Set(named.map((name) => name.split(':', 1)[0]));
  return others.length === 0 && isEcosystem(only) ? only : undefined;
}

/** The events of a range, one for each version. */
export function eventsOf(range: unknown): RangeEvent[] {
  return itemsAt(range, 'events').flatMap((event) =>
    EVENTS.flatMap((kind) => {
      const version = textAt(event, kind);
      return version === undefined ? [] : [{ kind, version }];
    }),
  );
}

const affectedOf = (entry: unknown): Affected => ({
  versions: textsAt(entry, 'versions'),
  ranges: itemsAt(entry, 'ranges')
    .filter((range) => textAt(range, 'type') !== 'GIT')
    .map(eventsOf)
    .filter((events) => events.length > 0),
});

/** The first line of a record's summary or details, shortened. */
export function summaryOf(record: unknown): string {
  const text = textAt(record, 'summary') ?? textAt(record, 'details')?.trim() ?? '';
  return (text.split('\n', 1)[0] ?? '').slice(0, MAX_SUMMARY_LENGTH);
}

/** Whether an identifier is that of a report of malware. */
export const namesMalware = (name: string): boolean => name.startsWith('MAL-');

/** The advisory by ecosystem and package; undefined for an invalid record. */
function readRecord(record: unknown): [Ecosystem, string, Advisory][] | undefined {
  const id = textAt(record, 'id');
  const affected = valueAt(record, 'affected');
  if (id === undefined || id.length > MAX_ID_LENGTH || (affected !== undefined && !Array.isArray(affected)))
    return undefined;
  if (textAt(record, 'withdrawn') !== undefined) return [];
  const aliases = textsAt(record, 'aliases').filter((alias) => alias.length <= MAX_ID_LENGTH);
  const malicious = [id, ...aliases].some(namesMalware);
  return itemsAt(record, 'affected').flatMap((entry): [Ecosystem, string, Advisory][] => {
    const ecosystem = textAt(entry, 'package', 'ecosystem');
    const name = textAt(entry, 'package', 'name');
    if (!isEcosystem(ecosystem) || name === undefined) return [];
    const rating = malicious
      ? { ...ratingOf(entry, record), severity: 'critical' as const }
      : ratingOf(entry, record);
    return [
      [
        ecosystem,
        advisoryKey(ecosystem, name),
        {
          id,
          aliases: aliases.slice(0, MAX_ALIASES),
          summary: summaryOf(record),
          malicious,
          ...rating,
          ...affectedOf(entry),
        },
      ],
    ];
  });
}

/** The table in an object, with the name of its field. */
const tableIn = (json: unknown): [string, unknown] | undefined =>
  entriesAt(json).find(([key]) => key === 'vulns' || key === 'advisories');

/**
 * The records of a document in one of its forms: a list, an object with a list, or a single record.
 * @throws Error that names the field when the document has none of these forms
 */
export function recordsOf(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (textAt(json, 'id') !== undefined) return [json];
  const [field, records] = tableIn(json) ?? [];
  if (Array.isArray(records)) return records;
  throw new Error(
    field === undefined
      ? 'the top level must be an OSV record, a list of them, or an object with "vulns" or "advisories"'
      : `${field} must be a list of OSV records`,
  );
}

/** Builds a table of advisories from one OSV record after the other: all of npm's need much memory as JSON. */
export class AdvisoryTable {
  private readonly byPackage = new Map<string, Advisory[]>();
  private readonly ecosystems = new Set<Ecosystem>();
  private size = 0;
  private skipped = 0;
  private records = 0;
  private day = '';

  /** Adds a record. An invalid one is counted and skipped. */
  add(record: unknown): void {
    this.records += 1;
    if (this.records > MAX_RECORDS) throw new Error(`there are more than ${MAX_RECORDS} records`);
    const entries = readRecord(record);
    if (entries === undefined) this.skipped += 1;
    if (entries === undefined || entries.length === 0) return;
    this.size += 1;
    const modified = DAY.exec(textAt(record, 'modified') ?? '')?.[0] ?? '';
    if (modified > this.day) this.day = modified;
    const covered = coveredEcosystem(record);
    if (covered !== undefined) this.ecosystems.add(covered);
    for (const [, key, advisory] of entries) {
      const others = this.byPackage.get(key);
      if (others === undefined) this.byPackage.set(key, [advisory]);
      else others.push(advisory);
    }
  }

  /**
   * Returns the table.
   * @throws Error when there were records and all were invalid
   */
  finish(): Advisories {
    const { size, skipped, byPackage, day, ecosystems } = this;
    if (skipped > 0 && skipped === this.records)
      throw new Error('none of the records has an "id" and a list "affected"');
    return { size, skipped, byPackage, ecosystems, ...(day !== '' && { day }) };
  }
}

/**
 * Reads a table of advisories in the OSV format. Invalid records are counted and skipped, unless all are invalid.
 * @throws Error that names the field when the document is not such a table
 */
export function parseAdvisories(json: unknown): Advisories {
  const table = new AdvisoryTable();
  for (const record of recordsOf(json)) table.add(record);
  return table.finish();
}
