import { taintsHere } from './derive.js';
import type { Frame } from './machine.js';
import { SanitizedFor } from './taint.js';
import { alternativesOf } from './value-keys.js';
import type { Value } from './value.js';

/** Keys of paths that path functions have made normal hold this: no dots are left in them. */
export const NORMAL = '%normal';
/** Those of paths relative to a base. */
export const RELATIVE = '%relative';
/** Those of paths that begin at a root and were made normal there: joined to a folder, they stay below it. */
export const ROOTED = '%rooted';

/** Those of paths whose links were followed. */
export const REAL = '%real';

/** Whether all that a value may be is marked. */
const marked = ({ key }: Value, mark: string): boolean =>
  key !== undefined && alternativesOf(key).every((each) => each.includes(mark));

export const isRelative = (value: Value): boolean => marked(value, RELATIVE);
export const isRooted = (value: Value): boolean => marked(value, ROOTED);

const SEPARATOR = /(?:\.sep|\.Separator|PathSeparator)(?:\(\))?$/u;

/** Whether a value is the separator of paths by its name: `path.sep`, `os.PathSeparator`. */
export const isNamedSeparator = ({ targets }: Value): boolean =>
  targets.some((target) => target.kind === 'external' && SEPARATOR.test(target.path));

/** Whether a value is what stands between the parts of a path. */
export const isSeparator = (value: Value): boolean =>
  (value.constants?.length === 1 && /^[/\\]$/u.test(String(value.constants[0]))) || isNamedSeparator(value);

/** Whether a path is made of nothing but separators: all paths lie below it. */
export const isRoot = (value: Value): boolean =>
  value.parts
    ? value.parts.every(isSeparator)
    : isSeparator(value) ||
      /^(?:[/\\]+|[a-z]:[/\\]?)$/iu.test(String(value.constants?.length === 1 ? value.constants[0] : ''));

/** Whether a path has no dots left, so that its beginning says where it leads. */
export const isNormal = (value: Value, frame: Frame): boolean =>
  marked(value, NORMAL) ||
  taintsHere(value, frame).some(({ sanitizedFor }) => (sanitizedFor & SanitizedFor.LINKS) !== 0);

/** Whether no client can choose where a folder is: it has no share in its path, or chose no more than a name in it. */
export const isSettled = (folder: Value, frame: Frame): boolean =>
  taintsHere(folder, frame).every(({ sanitizedFor }) => (sanitizedFor & SanitizedFor.PATH) !== 0);

/** What it shows that a path lies below a folder: that no link leads out of it only where links were followed before. */
export const shownBelow = ({ key }: Value): number =>
  (key?.includes(REAL) ?? false) ? SanitizedFor.PATH | SanitizedFor.LINKS : SanitizedFor.PATH;
