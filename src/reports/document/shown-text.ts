import escapeHtml from 'escape-html';
import { escapeHidden, hiddenEscape, replaceHidden } from '../../common/values/visible-text.js';
import { Markup } from '../../hub/platform/pages/markup.js';

/** Most characters (UTF-16 code units) of a name or a line of code. */
export const MAX_NAME = 240;
/** Most characters of a text. */
const MAX_TEXT = 4000;

// Marks that are stacked over the lines around.
const STACKED_MARKS = /(\p{M}{6})\p{M}+/gu;
const PLAIN = /^[\u0020-\u007e]*$/u;
const NEW_LINE = /\r\n|\r|\n/u;

const LANGUAGES = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
] as const;

/** The language that readers, screen readers among them, should assume; undefined for other scripts. */
const languageOf = (text: string): string | undefined =>
  LANGUAGES.find(([, script]) => script.test(text))?.[0];

/** Escaped text; hidden characters are written as `\u{202e}`. */
function visible(text: string): string {
  const calm = text.replace(STACKED_MARKS, '$1');
  return replaceHidden(escapeHtml(calm), (hidden) => `<span class="hidden">${hiddenEscape(hidden)}</span>`);
}

/** The first characters of a text, without half a surrogate pair at the end. */
function start(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

function isolated(text: string, html: string): string {
  if (PLAIN.test(text)) return html;
  const language = languageOf(escapeHidden(text));
  return `<bdi${language === undefined ? '' : ` lang="${language}"`}>${html}</bdi>`;
}

const cutNote = (length: number, shown: number): string =>
  ` <span class="cut">[cut: the first ${shown.toLocaleString('en-US')} of ${length.toLocaleString('en-US')} characters]</span>`;

/**
 * A text from elsewhere, as HTML: escaped, bounded with a note, isolated from the direction of the text around, and with
 * hidden characters escaped as everywhere (ADR 91). A line break is such a character.
 */
export function shownText(text: string, max = MAX_NAME): Markup {
  const kept = text.length > max ? start(text, max) : text;
  const note = text.length > max ? cutNote(text.length, max) : '';
  return new Markup(isolated(kept, visible(kept)) + note);
}

/** A line; text between backticks is code. */
const prose = (line: string): string =>
  line
    .replaceAll('\t', '    ')
    .split(/`([^`]+)`/u)
    .map((part, index) => (index % 2 === 1 ? `<code>${visible(part)}</code>` : visible(part)))
    .join('');

/** Several lines or sentences from elsewhere; line breaks are kept, and text between backticks is code. */
export function shownLines(text: string, max = MAX_TEXT): Markup {
  const kept = text.length > max ? start(text, max) : text;
  const note = text.length > max ? cutNote(text.length, max) : '';
  const lines = kept.split(NEW_LINE).map((line) => isolated(line, prose(line)));
  return new Markup(lines.join('<br>') + note);
}

/** Code, or an identifier such as a digest, in a fixed-width font; always from left to right. */
export function shownCode(text: string, max = MAX_NAME): Markup {
  const kept = text.length > max ? start(text, max) : text;
  const note = text.length > max ? cutNote(text.length, max) : '';
  const html = visible(kept.replaceAll('\t', '    '));
  return new Markup(`<code dir="ltr">${html}</code>${note}`);
}

/** An address as a link that is shown in full; anything but `https:`, or with a password in it, is only text. */
export function shownLink(address: string): Markup {
  const url = URL.canParse(address) && address.length <= MAX_TEXT ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return shownText(address, MAX_TEXT);
  // As it will be requested: a name in another script is shown by its ASCII form.
  const href = escapeHtml(url.href);
  return new Markup(`<a class="external" href="${href}">${href}</a>`);
}

/** A text from elsewhere as one line of plain text, for metadata and alternative texts: bounded, with hidden characters escaped. */
export function plainText(text: string, max = MAX_NAME): string {
  const kept = text.length > max ? `${start(text, max - 1)}…` : text;
  return escapeHidden(kept);
}

/**
 * A text from elsewhere as a string of CSS, for the margins of pages: one line, at most 60 characters, isolated.
 * Everything but letters and digits of ASCII is escaped, so that nothing can end the string or the style sheet.
 */
export function cssString(text: string): string {
  const escaped = Array.from(`\u{2068}${plainText(text, 60)}\u{2069}`, (character) =>
    /^[A-Za-z0-9]$/u.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped.join('')}"`;
}
