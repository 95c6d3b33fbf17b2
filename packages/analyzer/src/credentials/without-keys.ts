import { CUES, providerKeysIn } from './providers.js';
import { redacted } from './redact.js';

/** Part of every text with a credential: most texts are short and fail this cheap check. */
const CUE = new RegExp(`${CUES}|://|-----BEGIN `, 'u');
const PASSWORD = /;\s?(?:Password|Pwd)\s?=/iu;

/** The prefix of a key that was truncated. */
const CUT = new RegExp(`(?<![0-9A-Za-z_])(?:${CUES})([0-9A-Za-z_+/=-]{10,})`, 'gu');

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

/** Redacts every credential in a text that can be recognized by its format, also truncated ones. Takes linear time. */
export function withoutKeys(text: string): string {
  if (!CUE.test(text) && !PASSWORD.test(text)) return text;
  const keys = [...providerKeysIn(text, true)].sort((one, other) => one.from - other.from);
  let [shown, at] = ['', 0];
  for (const { from, to, secret, name } of keys) {
    // A key inside another one is already redacted.
    if (from < at) continue;
    shown += text.slice(at, from) + redacted(secret);
    at = name.startsWith('password') ? to : endOfRun(text, to);
  }
  return (shown + text.slice(at)).replaceAll(CUT, (cut, rest: string) =>
    isRandom(rest) ? redacted(cut) : cut,
  );
}
