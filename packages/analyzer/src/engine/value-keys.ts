/** Keys of values that are one of several begin and end like this, with the keys of those between. */
const EITHER = 'either(';
/** More would only say that nothing is known. */
const MAX_ALTERNATIVES = 8;
const MAX_LENGTH = 4000;

/** A name as part of a key: the characters that mean something in keys, and all others but those of words, are written as numbers. */
export const inKey = (name: string): string =>
  /\W/u.test(name)
    ? name.replace(/\W/gu, (character) => `$${(character.codePointAt(0) ?? 0).toString(16)}$`)
    : name;

/** Whether the name that a key ends with goes on with a character. */
export const goesOn = (character: string): boolean => /[\w$]/u.test(character);

/** What stands between the bracket before a place and the one that closes it, cut at the characters between alternatives. */
function within(key: string, from: number): readonly string[] | undefined {
  const all: string[] = [];
  let depth = 1;
  let start = from;
  for (let index = from; index < key.length; index += 1) {
    const character = key[index];
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth > 0 && (depth > 1 || character !== '|')) continue;
    all.push(key.slice(start, index));
    start = index + 1;
    // What is made of either of several has a key that goes on behind the bracket.
    if (depth === 0) return start === key.length ? all : undefined;
  }
  return undefined;
}

/** The keys of which a value is one: its own, or those that it was joined from. */
export const alternativesOf = (key: string): readonly string[] =>
  (key.startsWith(EITHER) ? within(key, EITHER.length) : undefined) ?? [key];

/** A key of a value made of another one, applied to a third one in that one's place. */
export function renamedKey(key: string, old: string, now: string): string {
  let renamed = '';
  let rest = 0;
  for (let at = key.indexOf(old); at >= 0; at = key.indexOf(old, at + old.length)) {
    // A key begins at the start, or as one of several.
    const begins = at === 0 || key[at - 1] === '(' || key[at - 1] === '|';
    if (!begins || goesOn(key.charAt(at + old.length))) continue;
    renamed += key.slice(rest, at) + now;
    rest = at + old.length;
  }
  return renamed + key.slice(rest);
}

/** The key of what is either of two values. Undefined when they are too many to be distinguished. */
export function eitherKey(left: string, right: string): string | undefined {
  const all = [...new Set([...alternativesOf(left), ...alternativesOf(right)])];
  const [only] = all;
  if (all.length === 1) return only;
  if (all.length > MAX_ALTERNATIVES || left.length + right.length > MAX_LENGTH) return undefined;
  return `${EITHER}${all.sort().join('|')})`;
}
