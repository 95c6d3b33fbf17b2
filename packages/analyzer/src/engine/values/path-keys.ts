import { taintsHere } from './derive.js';
import type { Frame } from '../frame.js';
import { SanitizedFor } from './taint.js';
import { alternativesOf } from './value-keys.js';
import { isSeparator, type Value } from './value.js';

/** Marks the keys of normalized paths: they contain no dot segments. */
export const NORMAL = '%normal';
/** Marks the keys of paths relative to a base. */
export const RELATIVE = '%relative';
/** Marks the keys of paths normalized at a root: joined to a folder, they stay below it. */
export const ROOTED = '%rooted';

/** Marks the keys of paths with symbolic links resolved. */
export const REAL = '%real';

/** Whether the keys of all alternatives of a value contain a marker. */
const hasMarker = ({ key }: Value, marker: string): boolean =>
  key !== undefined && alternativesOf(key).every((each) => each.includes(marker));

export const isRelative = (value: Value): boolean => hasMarker(value, RELATIVE);
export const isRooted = (value: Value): boolean => hasMarker(value, ROOTED);

/** Whether a path consists only of separators: all paths are below it. */
export const isRoot = (value: Value): boolean =>
  value.parts
    ? value.parts.every(isSeparator)
    : isSeparator(value) ||
      /^(?:[/\\]+|[a-z]:[/\\]?)$/iu.test(String(value.constants?.length === 1 ? value.constants[0] : ''));

/** Whether a path has no dot segments, so that its prefix decides where it leads. */
export const isNormal = (value: Value, frame: Frame): boolean =>
  hasMarker(value, NORMAL) ||
  taintsHere(value, frame).some(({ sanitizedFor }) => (sanitizedFor & SanitizedFor.LINKS) !== 0);

/** Whether no client controls the location of a folder: client input is not in its path, or is only a name in it. */
export const isSettled = (folder: Value, frame: Frame): boolean =>
  taintsHere(folder, frame).every(({ sanitizedFor }) => (sanitizedFor & SanitizedFor.PATH) !== 0);

/** What a path below a folder is sanitized for: for links only if they were resolved before. */
export const factsBelow = ({ key }: Value): number =>
  (key?.includes(REAL) ?? false) ? SanitizedFor.PATH | SanitizedFor.LINKS : SanitizedFor.PATH;
