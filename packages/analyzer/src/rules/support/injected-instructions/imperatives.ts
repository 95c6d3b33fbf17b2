import { isForbidden } from '../bans.js';
import type { LinearPattern } from '../../../common/linear-pattern.js';

/** Actions in the passive voice: `must be passed`. */
export const PASSIVE =
  /\b(?:must|should|shall|has to|have to|needs? to|always) (?:also |always |first )?be (?:read|passed|put|included|inserted|copied|pasted|provided|supplied|sent|written|appended|attached|placed|added|given|embedded|set|forwarded|posted|uploaded|transmitted|delivered|redirected|shared|e-?mailed|mailed|routed|relayed|transferred)\b/u;

/** When the model is to act: before or after calls, always. */
export const WHEN =
  /\b(?:before (?:you|each|every|any|this|the|[a-z]+ing)|after (?:every|each|any|[a-z]+ing)|prior to|once (?:you|the|this)|when (?:this|the) tool|in every|with every|on every|for every call|first[ ,]|first,|always|must|make sure|be sure|whenever|each time|every time|you (?:need|have) to|required to|mandatory|has to|should (?:also|always|first)|please|then|also)\b/u;

/** Contexts of legitimate addresses: help, keys, documentation. */
export const HELP =
  /\b(?:issues?|bugs?|feedback|questions|problems|support|documentation|docs|see|sign up|register|learn more|example|e\.g|for instance|such as|format|default|api key at|visit)\b/u;

/** A text range in a sentence. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The first match of a pattern. */
export function rangeOf(pattern: LinearPattern, sentence: string): TextRange | undefined {
  const matcher = pattern.matcher(sentence);
  return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
}

/** Limit on matches: a sentence with more was written to evade detection. */
const MAX_RANGES = 200;

/** The matches of a pattern that are not forbidden by the text before them. */
export function* allowedRanges(pattern: LinearPattern, sentence: string): Generator<TextRange> {
  const matcher = pattern.matcher(sentence);
  for (let count = 0; matcher.find(); count += 1) {
    const range = { start: matcher.start(), end: matcher.end() };
    if (count === MAX_RANGES || !isForbidden(sentence, range.start)) yield range;
    if (count === MAX_RANGES) return;
  }
}

/** The first match of a pattern that is not forbidden. */
export function allowedRange(pattern: LinearPattern, sentence: string): TextRange | undefined {
  for (const range of allowedRanges(pattern, sentence)) return range;
  return undefined;
}

/** The words up to the end of a match. */
export const wordsAt = (sentence: string, { end }: TextRange): string =>
  sentence.slice(Math.max(0, end - 60), end);
