import { isForbidden } from '../../support/bans.js';
import type { LinearPattern } from '../../../linear-pattern.js';

/** Deeds in the passive voice: `must be passed`. */
export const PASSIVE =
  /\b(?:must|should|shall|has to|have to|needs? to|always) (?:also |always |first )?be (?:read|passed|put|included|inserted|copied|pasted|provided|supplied|sent|written|appended|attached|placed|added|given|embedded|set|forwarded|posted|uploaded|transmitted|delivered|redirected|shared|e-?mailed|mailed|routed|relayed|transferred)\b/u;

/** When the model is told to do it: before or after calls, always. */
export const WHEN =
  /\b(?:before (?:using|you|calling|invoking|running|answering|each|every|any|this|the|doing|proceeding|continuing|responding)|after (?:every|each|any|using|calling)|in every|with every|on every|for every call|first[ ,]|first,|always|must|make sure|be sure|whenever|each time|every time|you (?:need|have) to|required to|mandatory|has to|should (?:also|always|first)|please|then|also)\b/u;

/** The tool's own addresses: for help, for keys, for documents. */
export const HELP =
  /\b(?:issues?|bugs?|feedback|questions|problems|support|documentation|docs|see|sign up|register|learn more|example|e\.g|for instance|such as|format|default|api key at|visit)\b/u;

/** Where something stands in a sentence. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where a pattern is met first. */
export function rangeOf(pattern: LinearPattern, sentence: string): TextRange | undefined {
  const matcher = pattern.matcher(sentence);
  return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
}

/** So many places are distinguished: with more of them, a sentence is written to be passed over. */
const MAX_RANGES = 200;

/** Where a pattern is met, but for the places that what stands before them forbids. */
export function* allowedRanges(pattern: LinearPattern, sentence: string): Generator<TextRange> {
  const matcher = pattern.matcher(sentence);
  for (let count = 0; matcher.find(); count += 1) {
    const range = { start: matcher.start(), end: matcher.end() };
    if (count === MAX_RANGES || !isForbidden(sentence, range.start)) yield range;
    if (count === MAX_RANGES) return;
  }
}

/** Where a pattern is met first, and nothing forbids it. */
export function allowedRange(pattern: LinearPattern, sentence: string): TextRange | undefined {
  for (const range of allowedRanges(pattern, sentence)) return range;
  return undefined;
}

/** Words around a place, from the beginning of the clause that it stands in. */
export const wordsAt = (sentence: string, { end }: TextRange): string =>
  sentence.slice(Math.max(0, end - 60), end);
