import { Neutral } from './taint.js';

const signs = (text: string): string[] => Array.from(text);

const DIGITS = signs('0123456789');
const LETTERS = signs('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Letters and digits of ASCII. */
export const ALPHANUMERIC: readonly string[] = [...LETTERS, ...DIGITS];

const SHELL_SIGNS = signs(';|&$`<>()\n\r\\"\'{}#!*?~[]^%');
const QUOTES = ['"', "'", '`', ';', '(', ')', ' ', '\n', '\\', '-'];

/**
 * What a text of some characters alone cannot do: bits of Neutral.
 * @param first those that may stand first
 */
export function neutralOfCharacters(characters: ReadonlySet<string>, first = characters): number {
  const has = (signs: readonly string[]): boolean => signs.some((sign) => characters.has(sign));
  let bits = 0;
  if (!has(SHELL_SIGNS)) bits |= Neutral.SHELL;
  if (!first.has('-')) bits |= Neutral.ARGUMENT;
  if (first.size === 1 && first.has('/')) bits |= Neutral.SLASH;
  if (!has(['/', '\\', '\0'])) bits |= Neutral.PATH | Neutral.LINKS;
  if (!has(['.'])) bits |= Neutral.UP;
  const words = !has(QUOTES.filter((sign) => sign !== '-'));
  if (words) bits |= Neutral.SQL;
  if (words && !has(['$', '{', '}', '[', ':', '.'])) bits |= Neutral.QUERY | Neutral.DATA;
  if (!has(['/', ':', '@', '\\', '.'])) bits |= Neutral.URL;
  const letters = has(LETTERS);
  if (!letters && !has(['"', "'", '`', '['])) bits |= Neutral.CODE;
  if (words && !has(['.', '$', '{', '['])) bits |= Neutral.CODE | Neutral.TEMPLATE;
  if (!has(signs('()[]{}*+?|\\^$'))) bits |= Neutral.REGEX;
  return bits;
}
