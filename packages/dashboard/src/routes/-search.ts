/** The query of an address as the router has parsed it. */
type Search = Readonly<Record<string, unknown>>;

/** A parameter as text; nothing if it is missing or empty. Numbers are texts that the router has parsed. */
export function textOf<Name extends string>(name: Name, search: Search): Partial<Record<Name, string>> {
  const value = search[name];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text === '' ? {} : ({ [name]: text } as Partial<Record<Name, string>>);
}

/** A parameter that is one of `values`; nothing if it is anything else. */
export function choiceOf<Name extends string, Value extends string>(
  name: Name,
  values: readonly Value[],
  search: Search,
): Partial<Record<Name, Value>> {
  const value = values.find((candidate) => candidate === String(search[name]));
  return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, Value>>);
}

/** A parameter as an integer from `min` to `max`; nothing if it is anything else. */
export function integerOf<Name extends string>(
  name: Name,
  search: Search,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
): Partial<Record<Name, number>> {
  // An empty text would count as zero.
  const value = Number(search[name] === '' ? undefined : (search[name] ?? undefined));
  return Number.isSafeInteger(value) && value >= min && value <= max
    ? ({ [name]: value } as Partial<Record<Name, number>>)
    : {};
}

/** The last offset that the server accepts. */
const MAX_OFFSET = 2 ** 31 - 1;

/** Where a page of a list starts; nothing for the first page. */
export const offsetOf = (search: Search): { offset?: number } => integerOf('offset', search, 1, MAX_OFFSET);

/** A parameter as a day, `2026-01-31`; nothing if it is anything else. */
export function dayOf<Name extends string>(name: Name, search: Search): Partial<Record<Name, string>> {
  const day = search[name];
  return typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
    ? ({ [name]: day } as Partial<Record<Name, string>>)
    : {};
}

/**
 * Time until a page with filters is replaced by its shape while it loads: a page that stays keeps the focus in its
 * filters.
 */
export const FILTER_PENDING_MS = 2000;
