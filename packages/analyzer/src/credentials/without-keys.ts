import { CUES, providerKeysIn } from './providers.js';
import { redacted } from './redact.js';

/** What every text with a credential has in it: most texts are short and have none, and are asked for nothing more. */
const CUE = new RegExp(`${CUES}|://|-----BEGIN `, 'u');
const PASSWORD = /;\s?(?:Password|Pwd)\s?=/iu;

/** The beginning of a key that whoever quotes a text has cut. */
const CUT = new RegExp(`(?<![0-9A-Za-z_])(?:${CUES})([0-9A-Za-z_+/=-]{10,})`, 'gu');

/** Whether what follows a cue is made by chance: names and words have no figures among letters of both kinds. */
const isRandom = (rest: string): boolean =>
  (/\d/u.test(rest) && /[a-z]/u.test(rest) && /[A-Z]/u.test(rest)) ||
  /^(?=.{0,12}\d)[0-9a-f]{12}/u.test(rest);

/** What may go on after the part of a key that a pattern has taken. */
const REST = /[0-9A-Za-z_+/=-]*/uy;

/** The end of the run of a key's characters that goes on at a location. */
function endOfRun(text: string, at: number): number {
  REST.lastIndex = at;
  return at + (REST.exec(text)?.[0].length ?? 0);
}

/**
 * A text with every credential that can be recognized by its format made unreadable, also one whose end is not there. It takes time
 * in proportion to the text.
 */
export function withoutKeys(text: string): string {
  if (!CUE.test(text) && !PASSWORD.test(text)) return text;
  const keys = [...providerKeysIn(text, true)].sort((one, other) => one.from - other.from);
  let [shown, at] = ['', 0];
  for (const { from, to, secret, name } of keys) {
    // One that begins within another is gone with it.
    if (from < at) continue;
    shown += text.slice(at, from) + redacted(secret);
    at = name.startsWith('password') ? to : endOfRun(text, to);
  }
  return (shown + text.slice(at)).replaceAll(CUT, (cut, rest: string) =>
    isRandom(rest) ? redacted(cut) : cut,
  );
}
