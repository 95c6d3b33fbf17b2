import { sanitizedByCharacters } from '../values/characters.js';
import { isFilled, isSetting } from '../values/filled.js';
import { negate, NO_GUARDS, shows } from '../values/guards.js';
import type { Frame } from '../frame.js';
import { isNormal, isRelative, factsBelow } from '../values/path-keys.js';
import { findMethod } from './members.js';
import { Doubt, SanitizedFor, SANITIZED_FOR_ALL } from '../values/taint.js';
import { pathsOf, textOf, type Guards, type Value, isNamedSeparator } from '../values/value.js';

/** Whether a container holds only values of the program or its operator. */
export const isTrusted = ({ taints }: Value): boolean => taints.every(isSetting);

/** Whether no part of a value came from outside. */
export const isOurs = (value: Value): boolean => value.taints.length === 0;

/** Whether a value represents each item of an iteration: a fact about it holds for all items. */
export const isEach = ({ key }: Value): boolean =>
  key !== undefined && /(?:\[\]|%(?:each|one)\d+)$/u.test(key);

/** The same for a value that may be a text, perhaps in another form: items of a known list are not characters. */
const isCharacter = ({ key, character }: Value): boolean =>
  character === true && key !== undefined && /(?:\[\]|%(?:each|one)\d+)(?:%same)*$/u.test(key);

/** Not every platform has backslashes as separators: their absence says nothing about slashes. */
const isSlash = (value: Value): boolean => textOf(value) === '/' || isNamedSeparator(value);

/** `".." in text`, `base in path.parents`: a trusted value is contained in an untrusted one. */
function within(item: Value, container: Value, frame: Frame): Guards {
  if (!isOurs(item)) return NO_GUARDS;
  if (container.key?.endsWith('.parents'))
    return shows(container, isNormal(container, frame) ? factsBelow(container) : Doubt.AFFIX);
  // A name without separators leads nowhere else; the absence of other substrings proves little.
  if (isSlash(item)) return negate(shows(container, SanitizedFor.PATH | SanitizedFor.LINKS));
  const isUp = textOf(item) === '..';
  const bits = isUp && isRelative(container) ? factsBelow(container) : Doubt.DENY_LIST;
  return negate(shows(container, isUp ? bits | SanitizedFor.UP : bits));
}

const isNetwork = (value: Value): boolean =>
  value.targets.some((target) => target.kind === 'external' && target.path === 'ipaddress.ip_network()');

/** The strings of a list or set that holds nothing else. */
function textsIn(container: Value): string[] | undefined {
  const texts: string[] = [];
  for (const { items, rest } of container.objects)
    for (const value of [...(items ?? []), ...(rest ? [rest] : [])]) {
      if (!value.constants) return undefined;
      for (const constant of value.constants) texts.push(String(constant));
    }
  return texts;
}

const holdsForeign = (container: Value): boolean =>
  container.objects.some(
    ({ items, rest }) =>
      items?.some((item) => !isTrusted(item)) === true || (items && rest && !isTrusted(rest)) === true,
  );

/** The last name of the external call that returned a value. */
const lastCall = (path: string): string => /([\w$]+)\(\)[^()]*$/u.exec(path)?.[1] ?? '';

/** Calls that parse text: their results are plain maps and lists. */
const READS_DATA = /load|parse|decode|unmarshal|literal_eval|deserialize|values$/iu;
/** Calls that return lists, and calls that return sets. */
const GIVES_LIST = /lines|split|list|reader|set$|findall|match_?all|array|^open$/iu;

const isData = (container: Value): boolean => {
  const calls = pathsOf({ ...container, objects: [] })
    .map(lastCall)
    .filter((name) => name !== '');
  return calls.length > 0
    ? calls.every((name) => READS_DATA.test(name))
    : container.taints.every(({ sanitizedFor }) => (sanitizedFor & SanitizedFor.PARSED) !== 0);
};

/** Whether data read from a file may be a single string: a substring match says nothing about the characters of the substring. */
const mayBeText = (container: Value): boolean =>
  container.taints.length > 0 &&
  container.objects.length === 0 &&
  !isData(container) &&
  !pathsOf(container).some((path) => GIVES_LIST.test(lastCall(path)));

/** The facts implied when a value that may be a character is among the items of a container. */
function amongCharacters(item: Value, container: Value): Guards {
  const texts = container.taints.length === 0 ? textsIn(container) : undefined;
  if (!texts || texts.length === 0) return NO_GUARDS;
  const isOfCharacters = texts.some((text) => text.length === 1);
  return shows(item, isOfCharacters ? sanitizedByCharacters(new Set(texts.join(''))) : SANITIZED_FOR_ALL);
}

/** `item in container`: a member of a fixed set is harmless; being a substring only limits the characters of a text. */
export function membership(item: Value, container: Value, frame: Frame): Guards {
  if (!isTrusted(container)) return within(item, container, frame);
  if (container.constants && container.objects.length === 0) {
    const characters = new Set(container.constants.flatMap((text) => Array.from(String(text))));
    return shows(item, sanitizedByCharacters(characters));
  }
  if (holdsForeign(container) || isFilled(container, frame.scope.run) || mayBeText(container))
    return NO_GUARDS;
  // `address in network`: either answer classifies the destination of the address, and says nothing of where it redirects to.
  if (isNetwork(container)) {
    const { whenTrue } = shows(item, SanitizedFor.URL | SanitizedFor.HOP);
    return { whenTrue, whenFalse: whenTrue };
  }
  return isCharacter(item) ? amongCharacters(item, container) : shows(item, SANITIZED_FOR_ALL);
}

/** Records the objects of a call that have a value under every key: `defaultdict(int)`. */
export function noteDefaults(names: readonly string[], { objects }: Value, { scope: { run } }: Frame): void {
  if (names.includes('collections.defaultdict')) for (const object of objects) run.withDefaults.add(object);
}

/** Methods of Python classes that supply values for missing keys. */
const ANSWERING = ['__missing__', '__getitem__'];

/** `container[key]`: a hit implies that the key is one of the container's own, unless missing keys are supplied. */
export function lookedUp(key: Value, container: Value, frame: Frame): Guards {
  const isPlain = container.objects.every(
    (object) =>
      !frame.scope.run.withDefaults.has(object) &&
      (!object.class || !ANSWERING.some((name) => object.class && findMethod(object.class, name))),
  );
  if (!isPlain || (container.taints.length > 0 && !isData(container))) return NO_GUARDS;
  return membership(key, container, frame);
}
