import { resultTargets } from '../engine/values/external-values.js';
import { derive, taintsHere } from '../engine/values/derive.js';
import { shows } from '../engine/values/guards.js';
import type { CallEvent } from '../engine/events.js';
import type { Caller, ValueFactory } from '../engine/machine.js';
import {
  isNormal,
  isRoot,
  isRooted,
  isSettled,
  NORMAL,
  REAL,
  RELATIVE,
  ROOTED,
  factsBelow,
} from '../engine/values/path-keys.js';
import { Doubt, SanitizedFor, SANITIZED_FOR_ALL, sanitize, type Taint } from '../engine/values/taint.js';
import { concatenate, constantPrefix } from '../engine/expressions/texts.js';
import { constantValue, textOf, UNKNOWN, type Value } from '../engine/values/value.js';
import { gathered, showing, type Model } from './model.js';
import { type ArgumentIndex, argument } from '../engine/expressions/call-arguments.js';

const BELOW = SanitizedFor.PATH | SanitizedFor.LINKS;

/** Concatenates parts of a path with separators. */
function joinParts(values: readonly Value[], event: CallEvent, machine: Caller & ValueFactory): Value {
  const parts = values.flatMap((value, index) => (index === 0 ? [value] : [constantValue('/'), value]));
  const path = concatenate(parts, event.frame, machine);
  return { ...path, taints: gathered(event, [path], machine, 'joined into a path').taints };
}

const pathArguments = ({ arguments: { positional, spread } }: CallEvent): readonly Value[] => [
  ...positional,
  ...(spread ? [spread] : []),
];

/** `path.join("/", name)`: dot segments cannot lead above the root. */
const startsAtRoot = ([first]: readonly Value[]): boolean =>
  first !== undefined && /^[/\\]/u.test(constantPrefix(first));

const FOLDER = '.parent';
const NAME = '%base';

const FROM = '%from';

/** The suffixes that normalization appends to a path's key. */
const MADE_NORMAL = new RegExp(`^(?:${FROM}[\\w$]+${NORMAL}(?:${ROOTED})?(?:${REAL})?)*$`, 'u');

/**
 * The path that a folder and a name were split from: `join(realpath(dirname(path)), basename(path))` is that path
 * again, but not with a folder further up.
 */
function takenApart(values: readonly Value[]): string | undefined {
  const [folder = UNKNOWN, name = UNKNOWN, ...more] = values;
  const whole = name.key?.endsWith(NAME) === true ? name.key.slice(0, -NAME.length) : undefined;
  const start = `${whole}${FOLDER}`;
  const isWhole =
    more.length === 0 &&
    folder.key?.startsWith(start) === true &&
    MADE_NORMAL.test(folder.key.slice(start.length));
  return isWhole ? whole : undefined;
}

/** A normalized path: checks of it count for its last part. */
function normal(path: Value, values: readonly Value[], machine: ValueFactory, links = false): Value {
  const last = values.filter(({ taints }) => taints.length > 0).at(-1);
  if (!last) return path;
  // Below another folder it is a different path.
  const made = values.length > 1 ? '%below' : FROM;
  const suffix = `${made}${machine.newKey()}${NORMAL}${startsAtRoot(values) ? ROOTED : ''}${links ? REAL : ''}`;
  return { ...path, key: machine.newKey(takenApart(values) ?? last.key, SANITIZED_FOR_ALL, suffix) };
}

/** Joins parts of a path without normalizing it. */
export const joinedPath: Model = (event, machine) => joinParts(pathArguments(event), event, machine);

const leadsNowhereUp = ({ sanitizedFor }: Taint): boolean => (sanitizedFor & SanitizedFor.UP) !== 0;

/** Joins and normalizes parts of a path, as JavaScript and Go do. */
export const joinedNormally: Model = (event, machine) => {
  const values = pathArguments(event);
  const path = normal(joinParts(values, event, machine), values, machine);
  const [base, ...others] = values;
  const below =
    base?.taints.length === 0 &&
    others.every((part) => isRooted(part) || taintsHere(part, event.frame).every(leadsNowhereUp));
  return below ? { ...path, taints: sanitize(path.taints, SanitizedFor.PATH) } : path;
};

/** A path that was checked before its links were resolved may still lead out through them. */
const real = (taint: Taint): Taint =>
  (taint.sanitizedFor & SanitizedFor.PATH) === 0
    ? { ...taint, sanitizedFor: taint.sanitizedFor | SanitizedFor.LINKS }
    : taint;

/**
 * An absolute or normalized path.
 * @param links whether links are resolved: the real path
 */
export const normalPath =
  (links: boolean, from: ArgumentIndex = 0): Model =>
  (event, machine) => {
    const values = from === 'receiver' ? [argument(event, from)] : pathArguments(event);
    const targets = resultTargets(event);
    const path = normal(gathered(event, values, machine), values, machine, links);
    if (path.taints.length === 0)
      return {
        ...UNKNOWN,
        targets,
        ...(values.length === 1 && values.every(isRoot) && { constants: ['/'] }),
      };
    const { parts } = joinParts(values, event, machine);
    return { ...path, ...(parts && { parts }), targets, ...(links && { taints: path.taints.map(real) }) };
  };

/** A path relative to a base: it leads out of the base if it starts with two dots. */
export const relativePath =
  (path: number): Model =>
  (event, machine) => {
    const value = argument(event, path);
    if (value.taints.length === 0) return UNKNOWN;
    // Relative to a client-controlled folder, or to the root, it implies nothing.
    const base = argument(event, path === 0 ? 1 : 0);
    if (!isSettled(base, event.frame) || isRoot(base)) return derive(value, event.frame, machine, {});
    const key = machine.newKey(value.key, BELOW, `%${event.node.line}${RELATIVE}`);
    return { ...derive(value, event.frame, machine, {}), key };
  };

/** The common path of several paths: if it is the base, they are all below it. */
export const commonPath: Model = (event, machine) => {
  const list = argument(event, 0);
  const items = list.objects.flatMap((object) => [
    ...(object.items ?? []),
    ...(object.rest ? [object.rest] : []),
  ]);
  const tainted = items.find(({ taints }) => taints.length > 0);
  if (!tainted) return UNKNOWN;
  if (items.some(isRoot)) return derive(tainted, event.frame, machine, {});
  const bits = isNormal(tainted, event.frame) ? factsBelow(tainted) : 0;
  const key = machine.newKey(tainted.key, bits, `%${event.node.line}%common`);
  return { ...derive(tainted, event.frame, machine, {}), key };
};

/** What a path below a folder is sanitized for: little while it may contain dot segments. */
const bitsBelow = (path: Value, event: CallEvent): number => {
  if (!isSettled(argument(event, 0), event.frame) || isRoot(argument(event, 0))) return 0;
  return isNormal(path, event.frame) ? factsBelow(path) : Doubt.AFFIX;
};

/** `path.is_relative_to(base)`. */
export const isBelow: Model = (event) => {
  const path = argument(event, 'receiver');
  return showing(shows(path, bitsBelow(path, event)));
};

/** `path.relative_to(base)` throws if the path is not below the base. */
export const mustBeBelow: Model = (event, machine) => {
  const value = argument(event, 'receiver');
  const sanitizedFor = bitsBelow(value, event);
  machine.learn(shows(value, sanitizedFor).whenTrue, event.frame);
  return { ...derive(value, event.frame, machine, { sanitizedFor }), targets: resultTargets(event) };
};

/** `path.dirname(path)`: for a normalized path, if it equals the base, the path is directly below the base. */
export const folderName: Model = (event, machine) => {
  const value = argument(event, 0);
  const checks = value.key?.includes(NORMAL) === true ? BELOW : 0;
  return {
    ...derive(value, event.frame, machine, { suffix: FOLDER, checks }),
    targets: resultTargets(event),
  };
};

/** A file name without its folders. */
export const baseName = (index: ArgumentIndex): Model => {
  return (event, machine) => {
    const value = argument(event, index);
    const text = textOf(value);
    if (text !== undefined) return constantValue(text.slice(text.lastIndexOf('/') + 1));
    return derive(value, event.frame, machine, { sanitizedFor: BELOW, suffix: NAME });
  };
};
