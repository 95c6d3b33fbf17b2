import { derive, type Derivation } from '../engine/values/derive.js';
import { either, guarded, negate, NO_GUARDS, shows } from '../engine/values/guards.js';
import type { CallEvent } from '../engine/events.js';
import type { Reporter, ValueFactory } from '../engine/machine.js';
import { membership } from '../engine/expressions/membership.js';
import { iterate, itemsAtIndex } from '../engine/values/objects.js';
import { isNormal, isRelative, isSettled, factsBelow } from '../engine/values/path-keys.js';
import { Doubt, SanitizedFor } from '../engine/values/taint.js';
import { concatenate, constantPrefix, constantSuffix } from '../engine/expressions/texts.js';
import {
  constantValue,
  objectValue,
  textOf,
  UNKNOWN,
  type Guards,
  type Value,
  isNamedSeparator,
} from '../engine/values/value.js';
import {
  sanitizedWhenFound,
  sanitizedWhenMatching,
  sanitizedWhenMissing,
  sanitizedWhenRemoved,
} from './allowed-characters.js';
import { apply } from './callbacks.js';
import { showing, type Model } from './model.js';
import { type ArgumentIndex, argument } from '../engine/expressions/call-arguments.js';

/** Whether paths that start with a prefix are certainly below it: it ends with a separator, or is one. */
function endsWithSeparator(prefix: Value): boolean {
  const suffix = constantSuffix(prefix);
  if (/[/\\]$/u.test(suffix)) return true;
  return isNamedSeparator(prefix.parts?.at(-1) ?? prefix);
}

/** The facts implied by a value starting with a prefix. */
export function prefixGuards(value: Value, prefix: Value, event: CallEvent, machine: Reporter): Guards {
  machine.emit({ kind: 'prefix', frame: event.frame, lines: event.node, value, prefix });
  const text = textOf(prefix);
  // A relative path that leads out of its base starts with two dots.
  if (text === '..' || text === '../' || text === '..\\' || constantPrefix(prefix) === '..')
    return isRelative(value) ? negate(shows(value, factsBelow(value))) : NO_GUARDS;
  if (text === '-') return negate(shows(value, SanitizedFor.ARGUMENT));
  // `path.sep` instead of a slash is used where the folder itself is the root, at the operator's choice.
  if (text === '/') return shows(value, SanitizedFor.SLASH);
  if (!isSettled(prefix, event.frame)) return NO_GUARDS;
  const start = constantPrefix(prefix);
  if (/^(?:https?|wss?):\/\/[^/]+\//u.test(start)) return shows(value, SanitizedFor.URL);
  if (endsWithSeparator(prefix) && isNormal(value, event.frame)) return shows(value, factsBelow(value));
  return shows(value, Doubt.AFFIX);
}

export const startsWith =
  (value: ArgumentIndex, prefix: number): Model =>
  (event, machine) => {
    const subject = argument(event, value);
    const prefixes = argument(event, prefix);
    const several = prefixes.objects.flatMap(({ items }) => items ?? []);
    const [first = prefixes, ...others] = several;
    const shown = (each: Value): Guards => prefixGuards(subject, each, event, machine);
    return showing(others.reduce((guards, each) => either(guards, shown(each)), shown(first)));
  };

/** The keys of host names read from URLs end like this. */
const HOST = /\.(?:hostname|host|netloc|Host|Hostname)(?:%same|\[\])*$/u;

/** `host.endsWith(".example.com")`: a suffix that starts with a dot restricts the host; `.com` by itself does not. */
export const endsWith =
  (value: ArgumentIndex, suffix: number): Model =>
  (event) => {
    const subject = argument(event, value);
    const suffixes = argument(event, suffix);
    const shown = (end: Value): Guards => {
      const text = textOf(end);
      const isDomain = text === undefined ? constantPrefix(end).startsWith('.') : /^\.[^.]+\../u.test(text);
      if (end.taints.length > 0) return NO_GUARDS;
      const isHost = HOST.test(subject.key ?? '');
      return shows(subject, isHost && isDomain ? SanitizedFor.URL : Doubt.AFFIX);
    };
    const [first = suffixes, ...others] = suffixes.objects.flatMap(({ items }) => items ?? []);
    return showing(others.reduce((guards, each) => either(guards, shown(each)), shown(first)));
  };

/** `text.includes(part)`, `list.includes(item)`, and methods for `part in text`. */
export const includes =
  (container: ArgumentIndex, item: ArgumentIndex): Model =>
  (event) =>
    showing(membership(argument(event, item), argument(event, container), event.frame));

/** An index in a text or list, or -1: turns the guards of a boolean model into those of an index. */
export const asIndex =
  (model: Model): Model =>
  (event, machine) => {
    const { guards, ...value } = model(event, machine) ?? UNKNOWN;
    return guards ? { ...value, found: guards } : value;
  };

/** A pattern of one character: if a single character matches it, it matches as a whole. */
const ONE = /^(?:\[(?:[^\]\\]|\\.)+\]|\\[wd])\+?$/u;

/** The match of a pattern in a text, and the facts implied by its existence. */
export function matched(
  pattern: Value,
  text: Value,
  whole: boolean,
  event: CallEvent,
  machine: ValueFactory,
): Value {
  const known = patternOf(pattern);
  // An unknown pattern is better than no check.
  const isAll = whole || (text.character === true && known !== undefined && ONE.test(known.pattern));
  const bits = known ? sanitizedWhenMatching(known.pattern, known.flags, isAll) : Doubt.VALIDATOR;
  const found = known ? bits | sanitizedWhenFound(known.pattern, known.flags) : 0;
  const missing = known && !whole ? sanitizedWhenMissing(known.pattern, known.flags) : 0;
  const { whenTrue } = shows(text, bits);
  const whenFalse = missing === 0 ? [] : shows(text, missing).whenTrue;
  return guarded(derive(text, event.frame, machine, { sanitizedFor: found }), { whenTrue, whenFalse });
}

/** `pattern.test(text)`, `text.match(pattern)`: the pattern is a literal, a constant or a compiled one. */
export const matches =
  (pattern: ArgumentIndex, text: ArgumentIndex, whole = false): Model =>
  (event, machine) =>
    matched(argument(event, pattern), argument(event, text), whole, event, machine);

/** The pattern that a value is. */
export function patternOf(value: Value): { pattern: string; flags: string } | undefined {
  if (value.regex) return value.regex;
  const text = textOf(value);
  return text === undefined ? undefined : { pattern: text, flags: '' };
}

/** Patterns of separators, quotes and blanks, anywhere or at an end: removing them leaves the same path in another form. */
const FORMAL = /^(?:[/"'^$+*?|()[\]<!~\s]|\\[\\/s]|\{\d+(?:,\d*)?\})+$/u;
const FORM_CHECKS = SanitizedFor.PATH | SanitizedFor.LINKS;

/** `/^(\.\.[/\\])+/`: in a path without other dot segments, all that lead up. */
const LEADING_UP = /^\^\((?:\?:)?\\\.\\\..*\)[+*]$/u;

/** Further groups are not passed to a replacement function. */
const MAX_GROUPS = 9;

/** The arguments of a replacement function: the match and each of its groups. */
function foundParts(value: Value, pattern: Value['regex'], event: CallEvent, machine: ValueFactory): Value[] {
  const sanitizedFor = pattern ? sanitizedWhenFound(pattern.pattern, pattern.flags) : 0;
  const groups = pattern?.pattern.match(/(?<!\\)\((?!\?(?:[:=!]|<[=!]))/gu)?.length ?? 0;
  const part = (how: Derivation): Value => derive(value, event.frame, machine, how, event.node);
  return [
    part({ sanitizedFor, suffix: '%found' }),
    ...Array.from({ length: Math.min(groups, MAX_GROUPS) }, (_, index) => part({ suffix: `%group${index}` })),
  ];
}

/** `text.replace(pattern, filling)`, where the replacement may be a function. */
export const replace =
  (text: ArgumentIndex, pattern: number, filling: number, everywhere = false): Model =>
  (event, machine) => {
    const value = argument(event, text);
    const known = patternOf(argument(event, pattern));
    const filler = argument(event, filling);
    const made =
      filler.targets.length > 0
        ? apply(filler, foundParts(value, known, event, machine), event, machine)
        : undefined;
    const filled = made ?? filler;
    const fill = textOf(filled);
    const flags = (known?.flags ?? '') + (everywhere ? 'g' : '');
    const bits = known && fill !== undefined ? sanitizedWhenRemoved(known.pattern, flags, fill) : 0;
    const up = known && LEADING_UP.test(known.pattern) && isNormal(value, event.frame) ? SanitizedFor.UP : 0;
    const checks = known && fill !== undefined && FORMAL.test(known.pattern) ? FORM_CHECKS : 0;
    const result = derive(value, event.frame, machine, { sanitizedFor: bits | up, checks }, event.node);
    // `path.replace(/\\?$/, "/")` ends with the replacement.
    if (known && fill !== undefined && fill !== '' && /^(?:\\\\|\\?\/)?[?*+]?\$$/u.test(known.pattern))
      return concatenate([value.taints.length > 0 ? result : UNKNOWN, filled], event.frame, machine);
    if (filled.taints.length === 0) return result;
    return concatenate([result, filled], event.frame, machine);
  };

/** `separator.join(list)` and `list.join(separator)`. */
export const joined =
  (separator: ArgumentIndex, list: ArgumentIndex): Model =>
  (event, machine) => {
    const between = argument(event, separator);
    const items = argument(event, list);
    const [only] = items.objects;
    const leading = itemsAtIndex(items);
    if (items.objects.length === 1 && only?.items && (!only.rest || leading.length > 0)) {
      const all = only.rest ? [...leading, only.rest] : only.items;
      const parts = all.flatMap((item, index) => (index === 0 ? [item] : [between, item]));
      return parts.length === 0 ? constantValue('') : concatenate(parts, event.frame, machine);
    }
    return derive(iterate(items, event.frame, machine), event.frame, machine, {}, event.node);
  };

/** The leading words of a text split at blanks that are certain: of `git log ${revision}` the first two. */
function firstWords(value: Value, separator: Value | undefined): Value[] {
  const between = separator && (separator.regex?.pattern ?? textOf(separator) ?? separator.constants?.[0]);
  if (separator && between !== null && !/^(?:\s+|\\s\+?)$/u.test(String(between ?? 'x'))) return [];
  const start = value.constants ? '' : constantPrefix(value);
  // The last word may continue in the next part.
  const whole = /^[\s\S]*\s/u.exec(start)?.[0].trim() ?? '';
  return whole === '' ? [] : whole.split(/\s+/u).map(constantValue);
}

/** The first word of `${command} --verbose`, if it is that of the command: a check of that one applies. */
function firstWordOf({ parts = [] }: Value, event: CallEvent, machine: ValueFactory): Value[] {
  const [first, second] = parts;
  const isSplit = second?.constants?.every((each) => /^\s/u.test(String(each))) ?? false;
  if (!isSplit || first?.key === undefined || first.taints.length === 0) return [];
  return [derive(first, event.frame, machine, { suffix: `${PART}[0]` })];
}

/** The end of the keys of the parts of a text. */
const PART = '%part';

/** `text.split(…)`: a list of its parts. */
export const split =
  (text: ArgumentIndex): Model =>
  (event, machine) => {
    const value = argument(event, text);
    if (value.taints.length === 0) return UNKNOWN;
    const separator = event.arguments.positional[text === 'receiver' ? 0 : text + 1];
    // Its characters.
    if (textOf(separator) === '')
      return objectValue({
        id: machine.newId(),
        fields: new Map(),
        rest: iterate({ ...value, objects: [], targets: [] }, event.frame, machine),
      });
    const part = derive(value, event.frame, machine, { suffix: PART });
    const known = firstWords(value, separator);
    const words = known.length > 0 ? known : firstWordOf(value, event, machine);
    const items = words.length > 0 ? { items: words, indexedCount: words.length } : {};
    return objectValue({ id: machine.newId(), fields: new Map(), ...items, rest: part });
  };
