import { searchWords } from '../../../storage/database/search-words.js';
import { badRequest } from '../../../common/errors/api-error.js';
import { decodeCursor, encodeCursor } from '../../../common/pagination/cursor.js';
import { compare, type DecidedServer } from '../catalog-decisions/decided.js';
import type { ListedVersion } from './list-index.js';

/** Which versions a list shows. */
export interface ListFilter {
  /** In names and descriptions, without regard to case. */
  readonly search: string | undefined;
  /** In milliseconds. */
  readonly updatedSince: number | undefined;
  /** `latest`, or a version. */
  readonly version: string | undefined;
  readonly includeDeleted: boolean;
}

/** A page of a list. */
export interface ListPage {
  readonly entries: readonly ListedVersion[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** The position of a version in the order of lists: by name, the newest first. */
interface Position {
  readonly name: string;
  readonly createdAt: number;
  readonly id: string;
}

/**
 * A page of versions after a cursor.
 * @param entries in the order of lists
 * @throws 400 for an invalid cursor
 */
export function listPage(
  entries: readonly ListedVersion[],
  filter: ListFilter,
  limit: number,
  cursor: string | undefined,
): ListPage {
  const fits = filterOf(filter);
  const after = cursor === undefined ? undefined : positionIn(cursor);
  const found: ListedVersion[] = [];
  for (let at = after === undefined ? 0 : firstAfter(entries, after); at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry === undefined || !fits(entry)) continue;
    if (found.push(entry) > limit) break;
  }
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { entries: shown, nextCursor: last === undefined ? undefined : cursorOf(last) };
}

/** Whether a version is in a list. */
function filterOf(filter: ListFilter): (entry: ListedVersion) => boolean {
  const { updatedSince, version: wanted } = filter;
  const isSearched =
    filter.search === undefined ? undefined : searchFor(searchWords(filter.search).map(foldedText));
  const includeDeleted = filter.includeDeleted || updatedSince !== undefined;
  return (entry) => {
    if (entry.isDeleted && !includeDeleted) return false;
    if (updatedSince !== undefined && entry.version.updatedAt < updatedSince) return false;
    if (wanted === 'latest' ? !entry.isLatest : wanted !== undefined && !isVersion(entry, wanted))
      return false;
    return isSearched === undefined || isSearched(entry);
  };
}

const foldedText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Finds words in names and descriptions. Versions of a server follow each other, so that each server is searched once. */
function searchFor(words: readonly string[]): (entry: ListedVersion) => boolean {
  let [last, found]: [DecidedServer | undefined, boolean] = [undefined, false];
  return ({ name, server }) => {
    if (server !== last) {
      last = server;
      const text = foldedText([name, server.name, server.description].join('\n'));
      found = words.every((word) => text.includes(word));
    }
    return found;
  };
}

/** Whether a text is the version, or its visible version. */
export const isVersion = ({ label, version }: ListedVersion, text: string): boolean =>
  label === text || version.visibleVersion === text;

const cursorOf = ({ name, version }: ListedVersion): string =>
  encodeCursor([name, String(version.createdAt), version.id]);

function positionIn(cursor: string): Position {
  const [name, time = '', id] = decodeCursor(cursor, 3) ?? [];
  if (name === undefined || id === undefined || !/^-?\d{1,16}$/.test(time)) {
    throw badRequest('cursor', 'must be metadata.nextCursor of an earlier page');
  }
  return { name, createdAt: Number(time), id };
}

const positionOf = ({ name, version: { createdAt, id } }: ListedVersion): Position => ({
  name,
  createdAt,
  id,
});

/** Index of the first version after a position, which may be of one that is gone. */
function firstAfter(entries: readonly ListedVersion[], position: Position): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && inListOrder(positionOf(entry), position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function inListOrder(a: Position, b: Position): number {
  return compare(a.name, b.name) || b.createdAt - a.createdAt || compare(b.id, a.id);
}
