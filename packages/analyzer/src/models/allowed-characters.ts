import { sanitizedByCharacters } from '../engine/values/characters.js';
import { Doubt, SanitizedFor } from '../engine/values/taint.js';
import { shapeOf, type Shape } from './pattern-shape.js';

/** What texts of a shape are sanitized for: bits of SanitizedFor. */
function sanitizedForKey({ characters, first, dots }: Shape): number {
  const bits = sanitizedByCharacters(characters, first);
  const isRelative = !first.has('/') && !characters.has('\\') && !characters.has('\0');
  return dots ? bits : bits | SanitizedFor.UP | (isRelative ? SanitizedFor.PATH : 0);
}

/**
 * A pattern with its inline flags, as in `(?i)^a$`, added to the other flags. Undefined with flag x, under which spaces
 * have no meaning.
 */
function withFlags(pattern: string, flags: string): { pattern: string; flags: string } | undefined {
  const inline = /^\(\?([a-zA-Z]+)\)/u.exec(pattern);
  const all = flags + (inline?.[1] ?? '');
  return all.includes('x') ? undefined : { pattern: pattern.slice(inline?.[0].length ?? 0), flags: all };
}

/** What the matched part of a text is sanitized for: it contains only characters that the pattern allows. */
export function sanitizedWhenFound(pattern: string, flags: string): number {
  const known = withFlags(pattern, flags);
  if (!known) return 0;
  const inner = known.pattern.replace(/^(?:\^|\\A)/u, '').replace(/(?:\$|\\[zZ])$/u, '');
  const shape = shapeOf(inner, known.flags.includes('i'));
  return shape ? sanitizedByCharacters(shape.characters) : 0;
}

/**
 * What a text that matches a pattern as a whole is sanitized for: bits of SanitizedFor.
 * @param whole the matcher itself compares the whole text (Python's `fullmatch`)
 */
export function sanitizedWhenMatching(written: string, writtenFlags: string, whole = false): number {
  const resolved = withFlags(written, writtenFlags);
  if (!resolved) return 0;
  const { pattern, flags } = resolved;
  // Without flag m, `^` and `$` are the ends of the text, as are `\A` and `\z` of Python and Go.
  const anchored = /^(?:\^|\\A)([\s\S]*?)(?:\$|\\[zZ])$/u.exec(pattern);
  if (flags.includes('m') && !whole) return 0;
  const inner = whole ? pattern.replace(/^\^/u, '').replace(/\$$/u, '') : anchored?.[1];
  if (inner === undefined) return prefixBits(pattern);
  // `^a|b$` as a whole is anchored at neither end.
  if (!whole && alternativesOf(inner).length > 1) return 0;
  const shape = shapeOf(inner, flags.includes('i'));
  return shape ? sanitizedForKey(shape) : prefixBits(pattern) | Doubt.PATTERN;
}

/**
 * What a text without any match of a pattern is sanitized for: bits of SanitizedFor. With a negated class as the
 * pattern, `[^a-z]`, the text consists only of the characters in the class.
 */
export function sanitizedWhenMissing(given: string, flags: string): number {
  const known = withFlags(given, flags);
  if (known && !/[gy]/u.test(known.flags) && !known.pattern.startsWith('[^'))
    return sanitizedWithout(known.pattern);
  const inverse = known && /^\[\^((?:[^\]\\]|\\.)+)\]\+?$/u.exec(known.pattern);
  // A sticky or global match may start after the beginning, so it covers only the rest of the text.
  if (!inverse || /[gy]/u.test(known.flags)) return 0;
  const shape = shapeOf(`[${inverse[1] ?? ''}]*`, known.flags.includes('i'));
  return shape ? sanitizedForKey(shape) : 0;
}

/**
 * What a text is sanitized for if a pattern is nowhere in it: without a separator it is a name in one folder, without
 * two dots in a row it leads to no other folder. A list of characters that are dangerous to a shell or in code proves
 * nothing, whatever it lists.
 */
function sanitizedWithout(pattern: string): number {
  let bits = 0;
  const inner = /^\((?:\?:)?([^()]*)\)$/u.exec(pattern)?.[1] ?? pattern;
  for (const alternative of alternativesOf(inner)) {
    if (alternative === '^-') bits |= SanitizedFor.ARGUMENT;
    if (/^(?:\\\.){2}\+?$|^(?:\\\.|\[\.\])\{2,?\}$/u.test(alternative)) bits |= SanitizedFor.UP;
    const isOne = /^(?:\[(?:[^\]\\]|\\.)+\]|\\?[^\s\w])\+?$/u.test(alternative);
    const shape = isOne ? shapeOf(alternative, false) : undefined;
    if (shape?.characters.has('/')) bits |= SanitizedFor.PATH | SanitizedFor.LINKS;
    if (shape?.characters.has('.')) bits |= SanitizedFor.UP;
  }
  return bits;
}

/** The parts of a pattern between the `|` that are in no group and no character class. */
function alternativesOf(pattern: string): string[] {
  const alternatives = [''];
  let depth = 0;
  let isClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === ']') isClass = false;
    else if (character === '[') isClass = true;
    else if (character === '(' && !isClass) depth += 1;
    else if (character === ')' && !isClass) depth -= 1;
    else if (character === '|' && !isClass && depth === 0) {
      alternatives.push('');
      continue;
    }
    const isEscape = character === '\\';
    alternatives.push((alternatives.pop() ?? '') + character + (isEscape ? pattern.charAt(index + 1) : ''));
    if (isEscape) index += 1;
  }
  return alternatives;
}

/** `^https://api\.example\.com/` fixes the host, whatever follows. */
function prefixBits(pattern: string): number {
  return /^\^https?:(?:\\?\/){2}(?:[\w-]|\\\.)+(?:\\?\/|\$)/u.test(pattern) ? SanitizedFor.URL : 0;
}

/** What a text is sanitized for after all matches of a pattern have been removed or replaced by `filling`. */
export function sanitizedWhenRemoved(pattern: string, flags: string, filling: string): number {
  const inverse = /^\[\^((?:[^\]\\]|\\.)*)\][+*]?$/u.exec(pattern);
  if (!flags.includes('g')) return 0;
  if (!inverse || /[^\w.-]/u.test(filling)) return quoteBits(pattern, filling);
  const shape = shapeOf(`[${inverse[1] ?? ''}]*`, flags.includes('i'));
  return shape ? sanitizedByCharacters(new Set([...shape.characters, ...Array.from(filling)])) : 0;
}

/** Manual escaping: special characters of regular expressions, quotes of SQL and shells. */
function quoteBits(pattern: string, filling: string): number {
  // Without groups no quantifier can be nested in another. A `*` may be left for wildcards.
  if (filling === '\\$&' && pattern.includes('(') && pattern.includes('\\\\')) return SanitizedFor.REGEX;
  // Whether a backslash escapes a quote depends on the parser of the text, and on the backslashes before it.
  if (/^\[?["'`]+\]?$/u.test(pattern) && /^\\+./u.test(filling)) return Doubt.QUOTES;
  if (pattern === "'" && filling === "'\\''") return SanitizedFor.SHELL;
  if ((pattern === '<' || /^\[(?!\^)[^\]]*<[^\]]*\]$/u.test(pattern)) && !filling.includes('<'))
    return SanitizedFor.HTML;
  // A doubled quote stays within its SQL literal or identifier.
  const quote = /^\\?(["'`\]])$/u.exec(pattern)?.[1];
  if (quote !== undefined && filling === quote + quote) return SanitizedFor.SQL;
  // A plus behind a backslash is a plus.
  if (pattern.includes('/') && /^\[?[/\\|]+\]?[+*]?$/u.test(pattern) && !filling.includes('/'))
    return SanitizedFor.PATH | SanitizedFor.LINKS;
  // It leaves no two dots. Removing only `../` would turn `....//` into `../`.
  if ((pattern === '..' || /^(?:\\\.){2}$|^\\\.(?:\{2,\}|\+)$/u.test(pattern)) && !filling.includes('.'))
    return SanitizedFor.UP;
  return 0;
}
