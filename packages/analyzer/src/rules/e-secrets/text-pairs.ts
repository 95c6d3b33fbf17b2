import { providerKeysIn } from '../../credentials/providers.js';
import { isPatterned } from '../../credentials/strength.js';
import { purposeOf } from './credential-names.js';
import { judge, type Verdict } from './judge.js';

/** `API key: value`, `- DB_PASSWORD=value`, `"token": "value"`, also several on one line. */
const PAIR =
  /([A-Za-z][\w-]{0,60}(?: [A-Za-z][\w-]{0,30}){0,2})["'`*]{0,3}\s?[:=]\s?["'`*]{0,3}([^\s"'`,;*]{6,200})/gu;

/** Longer texts are data. */
const MAX_TEXT = 20_000;
/** The minimum length of a value that has a pattern. */
const MIN_PATTERNED = 20;

/** `crypto.randomBytes(16)…`: a text of code that makes its secret when it runs. */
const CALL = /^(?:await |new )?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\(/u;

/** Only texts with one of these words are worth parsing. */
const WORTH = /pass|pwd|secret|token|key|credential|auth/iu;

/** A value named in a text, if it is a secret. */
interface NamedSecret {
  readonly name: string;
  readonly verdict: Verdict;
}

/** A text with sequences in place of random characters may be made up: its severity stays, its confidence is low. */
function judgeInText(name: string, value: string): Verdict | undefined {
  const verdict = judge(name, value);
  if (verdict) return verdict;
  const purpose = purposeOf(name);
  if (purpose === undefined || value.length < MIN_PATTERNED || !isPatterned(value)) return undefined;
  // Another rule reports these.
  if (providerKeysIn(value).next().done !== true) return undefined;
  return { secret: value, purpose, severity: 'high', confidence: 'low' };
}

/** The secrets that a text names: the settings in a text that a tool returns, or in a file that is written. */
export function* secretsInText(text: string): Generator<NamedSecret> {
  if (text.length > MAX_TEXT || !WORTH.test(text)) return;
  for (const [, name = '', written = ''] of text.matchAll(PAIR)) {
    if (CALL.test(written)) continue;
    const verdict = judgeInText(name, written.replace(/[.)\]}]+$/u, ''));
    if (verdict) yield { name, verdict };
  }
}
