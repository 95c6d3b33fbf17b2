import { nameKey } from '../../common/values/names.js';

/** Position of a package in the catalog: keys of its organization and name, in byte order. */
export interface CatalogPosition {
  readonly orgKey: string;
  readonly nameKey: string;
}

/** Candidates for the private packages of a caller: a superset. */
export interface PrivateCandidates {
  /** Keys of organizations whose packages are all candidates. */
  readonly orgs: readonly string[];
  /** Single packages of other organizations. */
  readonly packages: readonly CatalogPosition[];
}

/** Which packages a list may contain. Private ones are candidates: the service checks each one. */
export interface CatalogFilter {
  readonly org: string | undefined;
  /** Undefined for all. */
  readonly candidates: PrivateCandidates | undefined;
}

/** Whether a package comes before another in the catalog. */
export const isBefore = (a: CatalogPosition, b: CatalogPosition): boolean =>
  a.orgKey === b.orgKey ? a.nameKey < b.nameKey : a.orgKey < b.orgKey;

/** Whether a filter selects a package. */
export const selects = (
  { org, candidates }: CatalogFilter,
  found: CatalogPosition & { readonly isPublic: boolean },
): boolean =>
  (org === undefined || nameKey(org) === found.orgKey) &&
  (found.isPublic || candidates === undefined || isAmong(candidates, found));

const isAmong = ({ orgs, packages }: PrivateCandidates, found: CatalogPosition): boolean =>
  orgs.includes(found.orgKey) ||
  packages.some((one) => one.orgKey === found.orgKey && one.nameKey === found.nameKey);

// Names are letters, digits, "-" and "_", which sort between these.
const FIRST = '';
const LAST = '~';

/** SQL in parentheses, with the values of its parameters from `$1`; more may follow. */
export interface PartOfCatalog {
  readonly sql: string;
  readonly values: readonly unknown[];
}

// Bounds on the pair of columns, even for one organization: without statistics, as in the embedded database, the
// planner expects an equality to match hardly any rows, and would sort all of them for every batch.
const isAfter = (position: string): string => `(e.org_key, e.name_key) > (${position})`;
const isWithin = (org: string): string => `(e.org_key, e.name_key) < (${org}, '${LAST}')`;

/**
 * Up to `limit` packages of a filter after a position, with these columns of `registry_catalog_entry e`. Each
 * visibility is read from the index separately, so that packages the caller cannot see cost nothing.
 */
export function partOfCatalog(
  columns: string,
  { org, candidates }: CatalogFilter,
  limit: number,
  after: CatalogPosition = { orgKey: FIRST, nameKey: FIRST },
): PartOfCatalog {
  const values: unknown[] = [];
  const value = (one: unknown): string => `$${values.push(one)}`;
  const orgKey = org === undefined ? undefined : nameKey(org);
  const beginning = orgKey === undefined ? after : { orgKey, nameKey: FIRST };
  const start = isBefore(after, beginning) ? beginning : after;

  const begins = isAfter(`${value(start.orgKey)}, ${value(start.nameKey)}`);
  const bounds = orgKey === undefined ? begins : `${begins} AND ${isWithin(value(orgKey))}`;
  const count = value(limit);
  // The limit is hidden from the planner. Without statistics it expects fewer rows than the limit, and would read and
  // sort all rows after the position for every batch; an unknown limit is estimated at a tenth of the rows.
  const read = (condition: string): string => `
    (SELECT ${columns} FROM registry_catalog_entry e WHERE ${condition}
      ORDER BY e.org_key, e.name_key LIMIT (SELECT ${count}::int))`;
  const merge = (...parts: readonly string[]): string =>
    `(SELECT * FROM (${parts.join(' UNION ALL ')}) e ORDER BY e.org_key, e.name_key LIMIT ${count})`;

  const open = read(`e.is_public AND ${bounds}`);
  if (candidates === undefined) return { sql: merge(open, read(`NOT e.is_public AND ${bounds}`)), values };
  const isOfOrg = (key: string): boolean => orgKey === undefined || key === orgKey;
  const closed: string[] = [];
  const orgs = candidates.orgs.filter((key) => key >= start.orgKey && isOfOrg(key));
  if (orgs.length > 0) {
    const from = orgs.map((key) => (key === start.orgKey ? start.nameKey : FIRST));
    closed.push(`
      (SELECT p.* FROM unnest(${value(orgs)}::text[], ${value(from)}::text[]) AS o (org_key, after)
        CROSS JOIN LATERAL ${read(`NOT e.is_public AND ${isAfter('o.org_key, o.after')} AND ${isWithin('o.org_key')}`)} p)`);
  }
  const packages = candidates.packages.filter((one) => isBefore(start, one) && isOfOrg(one.orgKey));
  if (packages.length > 0) {
    const [orgKeys, nameKeys] = [packages.map((one) => one.orgKey), packages.map((one) => one.nameKey)];
    closed.push(`
      (SELECT p.* FROM unnest(${value(orgKeys)}::text[], ${value(nameKeys)}::text[]) AS o (org_key, name_key)
        CROSS JOIN LATERAL ${read('NOT e.is_public AND e.org_key = o.org_key AND e.name_key = o.name_key')} p)`);
  }
  return { sql: closed.length === 0 ? open : merge(open, ...closed), values };
}
