import { neutralOfCharacters } from './characters.js';
import { negate, NO_GUARDS, shows } from './guards.js';
import type { Frame } from './machine.js';
import { isNamedSeparator, isNormal, isRelative, shownBelow } from './path-keys.js';
import { Neutral, NEUTRAL_ALL, type Taint } from './taint.js';
import { textOf, type Guards, type Value } from './value.js';

/** What whoever runs the server has written into a file that is read before any client is served. */
const isSetting = ({ source }: Taint): boolean => source.kind === 'file-content' && source.early;

/** Whether a container holds nothing but what the program or its operator put into it. */
export const isSettled = ({ taints }: Value): boolean => taints.every(isSetting);

/** Whether nothing of a value came from outside. */
export const isOurs = (value: Value): boolean => value.taints.length === 0;

/** Whether a value is one of the things that are walked one by one: what holds for it holds for all of them. */
export const isEach = ({ key }: Value): boolean =>
  key !== undefined && /(?:\[\]|%(?:each|one)\d+)$/u.test(key);

/** A backslash is none everywhere: that there is none in a name shows nothing of its slashes. */
const isSeparator = (value: Value): boolean => textOf(value) === '/' || isNamedSeparator(value);

/** `".." in text`, `base in path.parents`: something of the program's own is in what came from outside. */
function within(item: Value, container: Value, frame: Frame): Guards {
  if (!isOurs(item)) return NO_GUARDS;
  if (container.key?.endsWith('.parents'))
    return shows(container, isNormal(container, frame) ? shownBelow(container) : Neutral.DOUBT);
  // A name without separators leads nowhere else; that other things are not in it shows little.
  if (isSeparator(item)) return negate(shows(container, Neutral.PATH | Neutral.LINKS));
  const isUp = textOf(item) === '..';
  const bits = isUp && isRelative(container) ? shownBelow(container) : Neutral.DOUBT;
  return negate(shows(container, isUp ? bits | Neutral.UP : bits));
}

const isNetwork = (value: Value): boolean =>
  value.targets.some((target) => target.kind === 'external' && target.path === 'ipaddress.ip_network()');

/** The texts that a list or set is made of, when it holds nothing else. */
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
      items?.some((item) => !isSettled(item)) === true || (items && rest && !isSettled(rest)) === true,
  );

/** `item in container`: one of a fixed set is harmless; that a text holds another shows only which signs it may be made of. */
export function membership(item: Value, container: Value, frame: Frame): Guards {
  if (!isSettled(container)) return within(item, container, frame);
  if (container.constants && container.objects.length === 0) {
    const characters = new Set(container.constants.flatMap((text) => Array.from(String(text))));
    return shows(item, neutralOfCharacters(characters));
  }
  if (holdsForeign(container)) return NO_GUARDS;
  // `address in network`: either answer says where the address leads.
  if (isNetwork(container)) {
    const { whenTrue } = shows(item, Neutral.URL);
    return { whenTrue, whenFalse: whenTrue };
  }
  const texts = isEach(item) ? textsIn(container) : undefined;
  if (texts && texts.length > 0 && texts.every((text) => text.length === 1))
    return shows(item, neutralOfCharacters(new Set(texts)));
  return shows(item, NEUTRAL_ALL);
}
