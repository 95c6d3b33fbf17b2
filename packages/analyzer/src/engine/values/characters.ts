import { SanitizedFor } from './taint.js';

const charactersIn = (text: string): string[] => Array.from(text);

const DIGITS = charactersIn('0123456789');
const LETTERS = charactersIn('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** ASCII letters and digits. */
export const ALPHANUMERIC: readonly string[] = [...LETTERS, ...DIGITS];

const SHELL_CHARACTERS = charactersIn(';|&$`<>()\n\r\\"\'{}#!*?~[]^%');
const QUOTES = ['"', "'", '`', ';', '(', ')', ' ', '\n', '\\', '-'];

/**
 * What a text that consists only of certain characters is sanitized for: bits of SanitizedFor.
 * @param first the characters that it may start with
 */
export function sanitizedByCharacters(characters: ReadonlySet<string>, first = characters): number {
  const has = (some: readonly string[]): boolean => some.some((each) => characters.has(each));
  let bits = 0;
  if (!has(SHELL_CHARACTERS)) bits |= SanitizedFor.SHELL;
  if (!first.has('-')) bits |= SanitizedFor.ARGUMENT;
  if (first.size === 1 && first.has('/')) bits |= SanitizedFor.SLASH;
  if (!has(['/', '\\', '\0'])) bits |= SanitizedFor.PATH | SanitizedFor.LINKS;
  if (!has(['.'])) bits |= SanitizedFor.UP;
  if (!has(['<', '>', '&', '"', "'", '`'])) bits |= SanitizedFor.HTML;
  const words = !has(QUOTES.filter((character) => character !== '-'));
  if (words) bits |= SanitizedFor.SQL;
  if (words && !has(['$', '{', '}', '[', ':', '.'])) bits |= SanitizedFor.QUERY | SanitizedFor.DATA;
  if (!has(['/', ':', '@', '\\', '.'])) bits |= SanitizedFor.URL;
  const letters = has(LETTERS);
  if (!letters && !has(['"', "'", '`', '['])) bits |= SanitizedFor.CODE;
  if (words && !has(['.', '$', '{', '['])) bits |= SanitizedFor.CODE | SanitizedFor.TEMPLATE;
  if (!has(charactersIn('()[]{}*+?|\\^$'))) bits |= SanitizedFor.REGEX;
  return bits;
}
