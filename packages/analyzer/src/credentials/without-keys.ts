import { CUES, providerKeysIn } from './providers.js';
import { seenIn, type SeenText } from '../common/hidden-characters.js';
import { redacted } from './redact.js';

/** Part of every text with a credential: most texts are short and fail this cheap check. */
const CUE = new RegExp(`${CUES}|://|-----BEGIN `, 'u');
const PASSWORD = /;\s?(?:Password|Pwd)\s?=/iu;

/** The prefix of a key that was truncated, up to more than the length of most keys. */
const CUT = new RegExp(`(?:${CUES})([0-9A-Za-z_+/=-]{10,400})`, 'uy');
/** Where such a prefix may begin. */
const STARTS = new RegExp(`(?=${CUES})`, 'gu');

/** Whether the characters after a cue look random: names and words have no digits among letters of both cases. */
const isRandom = (rest: string): boolean =>
  (/\d/u.test(rest) && /[a-z]/u.test(rest) && /[A-Z]/u.test(rest)) ||
  /^(?=.{0,12}\d)[0-9a-f]{12}/u.test(rest);

/** Characters of a key beyond the part that a pattern matched. */
const REST = /[0-9A-Za-z_+/=-]*/uy;

/** The end of the run of key characters at an index. */
function endOfRun(text: string, at: number): number {
  REST.lastIndex = at;
  return at + (REST.exec(text)?.[0].length ?? 0);
}

/** A part of a text that is redacted. */
interface Redaction {
  readonly from: number;
  readonly to: number;
  readonly shown: string;
}

/** Whole keys, in order. */
function* wholeKeys(text: string): Generator<Redaction> {
  let at = 0;
  for (const { from, to, secret, name } of [...providerKeysIn(text, true)].sort(
    (one, other) => one.from - other.from,
  )) {
    // A key inside another one is already redacted.
    if (from < at) continue;
    at = name.startsWith('password') ? to : endOfRun(text, to);
    yield { from, to: at, shown: redacted(secret) };
  }
}

/** Truncated keys between two indices of a text, in order. */
function* cutKeys({ text, isAfterUnseen }: SeenText, from: number, to: number): Generator<Redaction> {
  const part = text.slice(from, to);
  let at = 0;
  for (const { index } of part.matchAll(STARTS)) {
    const isInWord = index > 0 && /\w/u.test(part[index - 1] ?? '') && !isAfterUnseen(from + index);
    if (index < at || isInWord) continue;
    CUT.lastIndex = index;
    const rest = CUT.exec(part)?.[1];
    if (rest === undefined || !isRandom(rest)) continue;
    at = endOfRun(part, index);
    yield { from: from + index, to: from + at, shown: redacted(part.slice(index, at)) };
  }
}

function* redactionsIn(seen: SeenText): Generator<Redaction> {
  let at = 0;
  for (const key of wholeKeys(seen.text)) {
    yield* cutKeys(seen, at, key.from);
    yield key;
    at = key.to;
  }
  yield* cutKeys(seen, at, seen.text.length);
}

/**
 * Redacts every credential in a text that can be recognized by its format, also truncated ones, and those with hidden characters
 * in them. Takes linear time.
 */
export function withoutKeys(text: string): string {
  const seen = seenIn(text);
  if (!CUE.test(seen.text) && !PASSWORD.test(seen.text)) return text;
  let [shown, at] = ['', 0];
  for (const { from, to, shown: instead } of redactionsIn(seen)) {
    shown += text.slice(at, seen.at(from)) + instead;
    at = seen.at(to - 1) + 1;
  }
  return shown + text.slice(at);
}
