/**
 * Names are seen: characters without a glyph, and those that change how others are read, are refused where people give
 * names, and escaped where names come from elsewhere (ADR 91).
 */

// Without a glyph: controls, formatting, unassigned, private and half characters, line separators, what Unicode lets
// programs ignore, and three that are drawn empty: the Braille blank, a null notehead, a Khitan filler.
const HIDDEN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}\u{1d159}\u{16fe4}]`;

// Scripts whose letters join, so that words are spelled with ZWNJ and ZWJ between letters, as in Persian.
const CURSIVE = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}]`;
// The sign that joins consonants of Indic scripts; beside it ZWNJ and ZWJ choose the form.
const VIRAMA = String.raw`[\u{94d}\u{9cd}\u{a4d}\u{acd}\u{b4d}\u{bcd}\u{c4d}\u{ccd}\u{d4d}\u{dca}\u{1039}\u{17d2}]`;
const JOINER = String.raw`[\u{200c}\u{200d}]`;

/** Sequences in which characters without a glyph are part of the spelling. */
const SPELLING = [
  // Emoji of several characters: families, professions, flags.
  String.raw`\p{RGI_Emoji}`,
  String.raw`(?<=\p{Extended_Pictographic})[\u{fe0e}\u{fe0f}]`,
  String.raw`(?<=${CURSIVE}\p{Mn}*)${JOINER}(?=${CURSIVE})`,
  `(?<=${VIRAMA})${JOINER}`,
  String.raw`(?<=\p{L})${JOINER}(?=${VIRAMA})`,
  // Variants of Chinese characters, which some Japanese names need, and forms of Mongolian letters.
  String.raw`(?<=\p{Script=Han})[\u{fe00}-\u{fe02}\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u{180b}-\u{180d}\u{180f}]`,
].join('|');

const SPELLED_OR_HIDDEN = new RegExp(`(${SPELLING})|${HIDDEN}`, 'gv');
const SPACES = /[\p{Zs}\t\n\r]+/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** More combining marks than any language stacks; they would cover the lines around. */
const STACKED = /\p{Mn}{7}/u;

/** Replaces each character without a glyph, unless it is part of the spelling. */
export const replaceHidden = (text: string, replacement: (hidden: string) => string): string =>
  text.replace(SPELLED_OR_HIDDEN, (found, spelled: string | undefined) =>
    spelled === undefined ? replacement(found) : found,
  );

/** Whether a text has characters without a glyph that are no part of its spelling. */
export function hasHidden(text: string): boolean {
  for (const [, spelled] of text.matchAll(SPELLED_OR_HIDDEN)) if (spelled === undefined) return true;
  return false;
}

/** Whether people can see a text as it is, and see that it is there. */
export const isSeen = (text: string): boolean => SEEN.test(text) && !STACKED.test(text) && !hasHidden(text);

/** A name from elsewhere, without characters that are not seen, on one line; empty if nothing of it is seen. */
export function cleanName(text: string): string {
  const clean = replaceHidden(text.replaceAll(SPACES, ' '), () => '').trim();
  return SEEN.test(clean) ? clean : '';
}

/** What stands for a character that is not seen, such as `\u{202e}`. */
export const hiddenEscape = (hidden: string): string => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * A text from elsewhere with its hidden characters written as `\u{202e}`.
 * @param kept characters that stay, such as line breaks where the text is shown on several lines
 */
export const escapeHidden = (text: string, kept = ''): string =>
  replaceHidden(text, (hidden) => (kept.includes(hidden) ? hidden : hiddenEscape(hidden)));
