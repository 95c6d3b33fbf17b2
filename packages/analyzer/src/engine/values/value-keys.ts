/** Keys of joined values start with this prefix and list the keys of the alternatives. */
const EITHER = 'either(';
/** More alternatives carry no useful information. */
const MAX_ALTERNATIVES = 8;
const MAX_LENGTH = 4000;

/** A name as part of a key: all characters except those of words are written as numbers, since some have a meaning in keys. */
export const inKey = (name: string): string =>
  /\W/u.test(name)
    ? name.replace(/\W/gu, (character) => `$${(character.codePointAt(0) ?? 0).toString(16)}$`)
    : name;

/** Whether a character continues the name at the end of a key. */
export const goesOn = (character: string): boolean => /[\w$]/u.test(character);

/** The alternatives from an index up to the matching closing bracket, split at their separators. */
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
    // A value derived from a join has a key that continues after the bracket.
    if (depth === 0) return start === key.length ? all : undefined;
  }
  return undefined;
}

/** The keys of the alternatives of a value: its own, or those that it was joined from. */
export const alternativesOf = (key: string): readonly string[] =>
  (key.startsWith(EITHER) ? within(key, EITHER.length) : undefined) ?? [key];

/** A key with one of its origins replaced by another key. */
export function renamedKey(key: string, old: string, now: string): string {
  let renamed = '';
  let rest = 0;
  for (let at = key.indexOf(old); at >= 0; at = key.indexOf(old, at + old.length)) {
    // A key starts at the start of the text, or as one of several alternatives.
    const isStart = at === 0 || key[at - 1] === '(' || key[at - 1] === '|';
    if (!isStart || goesOn(key.charAt(at + old.length))) continue;
    renamed += key.slice(rest, at) + now;
    rest = at + old.length;
  }
  return renamed + key.slice(rest);
}

/** The key of the join of two values. Undefined when there are too many alternatives to distinguish. */
export function eitherKey(left: string, right: string): string | undefined {
  const all = [...new Set([...alternativesOf(left), ...alternativesOf(right)])];
  const [only] = all;
  if (all.length === 1) return only;
  if (all.length > MAX_ALTERNATIVES || left.length + right.length > MAX_LENGTH) return undefined;
  return `${EITHER}${all.sort().join('|')})`;
}
