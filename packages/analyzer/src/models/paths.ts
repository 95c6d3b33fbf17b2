import { derive, taintsHere } from '../engine/derive.js';
import { shows } from '../engine/guards.js';
import type { CallEvent, Machine } from '../engine/machine.js';
import {
  isNormal,
  isRoot,
  isRooted,
  isSettled,
  NORMAL,
  REAL,
  RELATIVE,
  ROOTED,
  shownBelow,
} from '../engine/path-keys.js';
import { SanitizedFor, SANITIZED_FOR_ALL, sanitize, type Taint } from '../engine/taint.js';
import { concatenate, knownPrefix } from '../engine/texts.js';
import { constantValue, textOf, UNKNOWN, type Value } from '../engine/value.js';
import { gathered, given, resultTargets, showing, type Model, type ArgumentIndex } from './model.js';

const BELOW = SanitizedFor.PATH | SanitizedFor.LINKS;

/** Parts of a path put together, with separators between. */
function together(values: readonly Value[], event: CallEvent, machine: Machine): Value {
  const parts = values.flatMap((value, index) => (index === 0 ? [value] : [constantValue('/'), value]));
  const path = concatenate(parts, event.frame, machine);
  return { ...path, taints: gathered(event, [path], machine, 'joined into a path').taints };
}

const pathsGiven = ({ arguments: { positional, spread } }: CallEvent): readonly Value[] => [
  ...positional,
  ...(spread ? [spread] : []),
];

/** `path.join("/", name)`: dots lead no further up than to the root. */
const beginsAtRoot = ([first]: readonly Value[]): boolean =>
  first !== undefined && /^[/\\]/u.test(knownPrefix(first));

const FOLDER = '.parent';
const NAME = '%base';

const FROM = '%from';

/** What making a path normal puts behind its key. */
const MADE_NORMAL = new RegExp(`^(?:${FROM}[\\w$]+${NORMAL}(?:${ROOTED})?(?:${REAL})?)*$`, 'u');

/**
 * The path that a folder and a name were taken from: `join(realpath(dirname(path)), basename(path))` is that path again. Of a
 * folder further up, or of a part of it, it is another one.
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

/** A path without dots: what is checked of it is checked of its last part. */
function normal(path: Value, values: readonly Value[], machine: Machine, links = false): Value {
  const last = values.filter(({ taints }) => taints.length > 0).at(-1);
  if (!last) return path;
  // Below another folder it is another path.
  const made = values.length > 1 ? '%below' : FROM;
  const suffix = `${made}${machine.newKey()}${NORMAL}${beginsAtRoot(values) ? ROOTED : ''}${links ? REAL : ''}`;
  return { ...path, key: machine.newKey(takenApart(values) ?? last.key, SANITIZED_FOR_ALL, suffix) };
}

/** Parts of a path put together as they are. */
export const joinedPath: Model = (event, machine) => together(pathsGiven(event), event, machine);

const leadsNowhereUp = ({ sanitizedFor }: Taint): boolean => (sanitizedFor & SanitizedFor.UP) !== 0;

/** Parts of a path put together without dots, as JavaScript and Go do. */
export const joinedNormally: Model = (event, machine) => {
  const values = pathsGiven(event);
  const path = normal(together(values, event, machine), values, machine);
  const [base, ...others] = values;
  const below =
    base?.taints.length === 0 &&
    others.every((part) => isRooted(part) || taintsHere(part, event.frame).every(leadsNowhereUp));
  return below ? { ...path, taints: sanitize(path.taints, SanitizedFor.PATH) } : path;
};

/** A path that was checked before its links were followed may still lead out by them. */
const real = (taint: Taint): Taint =>
  (taint.sanitizedFor & SanitizedFor.PATH) === 0
    ? { ...taint, sanitizedFor: taint.sanitizedFor | SanitizedFor.LINKS }
    : taint;

/**
 * A path made absolute, or without dots.
 * @param links whether links are followed: the real path
 */
export const normalPath =
  (links: boolean, from: ArgumentIndex = 0): Model =>
  (event, machine) => {
    const values = from === 'receiver' ? [given(event, from)] : pathsGiven(event);
    const targets = resultTargets(event);
    const path = normal(gathered(event, values, machine), values, machine, links);
    if (path.taints.length === 0)
      return {
        ...UNKNOWN,
        targets,
        ...(values.length === 1 && values.every(isRoot) && { constants: ['/'] }),
      };
    const { parts } = together(values, event, machine);
    return { ...path, ...(parts && { parts }), targets, ...(links && { taints: path.taints.map(real) }) };
  };

/** A path relative to a base: it leads out when it begins with two dots. */
export const relativePath =
  (path: number): Model =>
  (event, machine) => {
    const value = given(event, path);
    if (value.taints.length === 0) return UNKNOWN;
    // Told from a folder that the client chose, or from the root of all, it shows nothing.
    const base = given(event, path === 0 ? 1 : 0);
    if (!isSettled(base, event.frame) || isRoot(base)) return derive(value, event.frame, machine, {});
    const key = machine.newKey(value.key, BELOW, `%${event.node.line}${RELATIVE}`);
    return { ...derive(value, event.frame, machine, {}), key };
  };

/** The path that several have in common: when it is the base, they all lie below it. */
export const commonPath: Model = (event, machine) => {
  const list = given(event, 0);
  const items = list.objects.flatMap((object) => [
    ...(object.items ?? []),
    ...(object.rest ? [object.rest] : []),
  ]);
  const tainted = items.find(({ taints }) => taints.length > 0);
  if (!tainted) return UNKNOWN;
  if (items.some(isRoot)) return derive(tainted, event.frame, machine, {});
  const bits = isNormal(tainted, event.frame) ? shownBelow(tainted) : 0;
  const key = machine.newKey(tainted.key, bits, `%${event.node.line}%common`);
  return { ...derive(tainted, event.frame, machine, {}), key };
};

/** What it shows that a path is below a folder: little while there may be dots in it. */
const bitsBelow = (path: Value, event: CallEvent): number => {
  if (!isSettled(given(event, 0), event.frame) || isRoot(given(event, 0))) return 0;
  return isNormal(path, event.frame) ? shownBelow(path) : SanitizedFor.DOUBT;
};

/** `path.is_relative_to(base)`. */
export const isBelow: Model = (event) => {
  const path = given(event, 'receiver');
  return showing(shows(path, bitsBelow(path, event)));
};

/** `path.relative_to(base)` throws when the path does not lie below. */
export const mustBeBelow: Model = (event, machine) => {
  const value = given(event, 'receiver');
  const sanitizedFor = bitsBelow(value, event);
  machine.learn(shows(value, sanitizedFor).whenTrue, event.frame);
  return { ...derive(value, event.frame, machine, { sanitizedFor }), targets: resultTargets(event) };
};

/** `path.dirname(path)`: of a path without dots, it being the base shows where the path lies. */
export const folderName: Model = (event, machine) => {
  const value = given(event, 0);
  const checks = value.key?.includes(NORMAL) === true ? BELOW : 0;
  return {
    ...derive(value, event.frame, machine, { suffix: FOLDER, checks }),
    targets: resultTargets(event),
  };
};

/** A file name without its folders. */
export const baseName = (index: ArgumentIndex): Model => {
  return (event, machine) => {
    const value = given(event, index);
    const text = textOf(value);
    if (text !== undefined) return constantValue(text.slice(text.lastIndexOf('/') + 1));
    return derive(value, event.frame, machine, { sanitizedFor: BELOW, suffix: NAME });
  };
};
