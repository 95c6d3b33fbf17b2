import { sanitizedByCharacters } from '../engine/characters.js';
import { SanitizedFor } from '../engine/taint.js';
import { shapeOf, type Shape } from './pattern-shape.js';

/** What texts of a shape cannot do: bits of SanitizedFor. */
function sanitizedForKey({ characters, first, dots }: Shape): number {
  const bits = sanitizedByCharacters(characters, first);
  const isRelative = !first.has('/') && !characters.has('\\') && !characters.has('\0');
  return dots ? bits : bits | SanitizedFor.UP | (isRelative ? SanitizedFor.PATH : 0);
}

/** A pattern with the flags at its beginning told with the others: `(?i)^a$`. Undefined when spaces in it mean nothing. */
function withFlags(pattern: string, flags: string): { pattern: string; flags: string } | undefined {
  const inline = /^\(\?([a-zA-Z]+)\)/u.exec(pattern);
  const all = flags + (inline?.[1] ?? '');
  return all.includes('x') ? undefined : { pattern: pattern.slice(inline?.[0].length ?? 0), flags: all };
}

/** What the part of a text that a pattern finds cannot do: it holds only what the pattern names. */
export function sanitizedWhenFound(pattern: string, flags: string): number {
  const known = withFlags(pattern, flags);
  if (!known) return 0;
  const inner = known.pattern.replace(/^(?:\^|\\A)/u, '').replace(/(?:\$|\\[zZ])$/u, '');
  const shape = shapeOf(inner, known.flags.includes('i'));
  return shape ? sanitizedByCharacters(shape.characters) : 0;
}

/**
 * What a text cannot do when it matches a pattern as a whole: bits of SanitizedFor.
 * @param whole the matcher itself compares the whole text (Python's `fullmatch`)
 */
export function sanitizedWhenMatching(given: string, givenFlags: string, whole = false): number {
  const known = withFlags(given, givenFlags);
  if (!known) return 0;
  const { pattern, flags } = known;
  // Without flag m, `^` and `$` are the text's own ends; Python's and Go's `\A`, `\z` too.
  const anchored = /^(?:\^|\\A)([\s\S]*?)(?:\$|\\[zZ])$/u.exec(pattern);
  if (flags.includes('m') && !whole) return 0;
  const inner = whole ? pattern.replace(/^\^/u, '').replace(/\$$/u, '') : anchored?.[1];
  if (inner === undefined) return prefixBits(pattern);
  // `^a|b$` is anchored on neither side as a whole.
  if (!whole && hasTopAlternative(inner)) return 0;
  const shape = shapeOf(inner, flags.includes('i'));
  return shape ? sanitizedForKey(shape) : prefixBits(pattern) | SanitizedFor.DOUBT;
}

/**
 * What a text cannot do in which a pattern finds nothing: bits of SanitizedFor. Where the pattern is any character but some,
 * `[^a-z]`, these are all that it is made of.
 */
export function sanitizedWhenMissing(given: string, givenFlags: string): number {
  const known = withFlags(given, givenFlags);
  const inverse = known && /^\[\^((?:[^\]\\]|\\.)+)\]\+?$/u.exec(known.pattern);
  // A match that begins where the last one ended covers the rest of the text alone.
  if (!inverse || /[gy]/u.test(known.flags)) return 0;
  const shape = shapeOf(`[${inverse[1] ?? ''}]*`, known.flags.includes('i'));
  return shape ? sanitizedForKey(shape) : 0;
}

/** `^https://api\.example\.com/` fixes the host, whatever follows. */
function prefixBits(pattern: string): number {
  return /^\^https?:(?:\\?\/){2}(?:[\w-]|\\\.)+(?:\\?\/|\$)/u.test(pattern) ? SanitizedFor.URL : 0;
}

function hasTopAlternative(pattern: string): boolean {
  let depth = 0;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '\\') index += 1;
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === '|' && depth === 0) return true;
  }
  return false;
}

/** What a text cannot do after all characters that match a pattern have been taken out or replaced by `filling`. */
export function sanitizedWhenRemoved(pattern: string, flags: string, filling: string): number {
  const inverse = /^\[\^((?:[^\]\\]|\\.)*)\][+*]?$/u.exec(pattern);
  if (!flags.includes('g')) return 0;
  if (!inverse || /[^\w.-]/u.test(filling)) return quoteBits(pattern, filling);
  const shape = shapeOf(`[${inverse[1] ?? ''}]*`, flags.includes('i'));
  return shape ? sanitizedByCharacters(new Set([...shape.characters, ...Array.from(filling)])) : 0;
}

/** Escaping by hand: the special characters of regular expressions, quotes of SQL and shells. */
function quoteBits(pattern: string, filling: string): number {
  // Without groups no quantifier can stand within another. A `*` may be left for wildcards.
  if (filling === '\\$&' && pattern.includes('(') && pattern.includes('\\\\')) return SanitizedFor.REGEX;
  // Whether a quote behind a backslash ends its text depends on who reads it, and on the backslashes before it.
  if (/^\[?["'`]+\]?$/u.test(pattern) && /^\\+./u.test(filling)) return SanitizedFor.DOUBT;
  if (pattern === "'" && filling === "'\\''") return SanitizedFor.SHELL;
  // A quote of SQL that is doubled stays within its literal or name.
  if (/^["'`]$/u.test(pattern) && filling === pattern + pattern) return SanitizedFor.SQL;
  if (/^\[?[/\\|]+\]?[+*]?$/u.test(pattern) && !filling.includes('/'))
    return SanitizedFor.PATH | SanitizedFor.LINKS;
  // Without any two dots. Of `../` alone, `....//` would leave one.
  if ((pattern === '..' || /^(?:\\\.){2}$|^\\\.(?:\{2,\}|\+)$/u.test(pattern)) && !filling.includes('.'))
    return SanitizedFor.UP;
  return 0;
}
