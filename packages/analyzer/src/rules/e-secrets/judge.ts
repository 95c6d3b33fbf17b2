import { memoByName } from '../../common/memo.js';
import type { Confidence, Severity } from '../../findings/finding.js';
import { purposeOf, withoutScheme, type Purpose } from './credential-names.js';
import { hasProviderKey } from '../../credentials/providers.js';
import { isPublicKey } from './public-keys.js';
import { isOtherForm, isPlaceholder, isWordy, looksRandom } from '../../credentials/strength.js';
import names from './names.json' with { type: 'json' };

/** The verdict on a literal with the name of a secret. */
export interface Verdict {
  readonly secret: string;
  readonly purpose: Purpose;
  readonly severity: Severity;
  readonly confidence: Confidence;
}

/** How a literal is used. */
export type Role = 'value' | 'fallback';

/** The most common passwords. */
const COMMON = new Set(names.judge.common);

const simple = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/gu, '');

/** Whether a literal only repeats its name: a label, a field name. */
const repeats = (name: string, literal: string): boolean => {
  const [one, other] = [simple(name), simple(literal)];
  return other === '' || one.includes(other) || (other.includes(one) && other.length - one.length < 4);
};

function weakPassword(literal: string): boolean {
  if (COMMON.has(literal.toLowerCase()) && /\d|@/u.test(literal)) return true;
  if (isPlaceholder(literal) || literal.length < 6 || literal.length > 64) return false;
  return /[A-Za-z]/u.test(literal) && /\d/u.test(literal) && !/^[a-z]+\d?(?:[-_.][a-z\d]+)+$/u.test(literal);
}

/** Twelve or more words, in one of the lengths that BIP 39 allows. */
const SEED_PHRASE = /^(?:[a-z]{3,8} ){11}(?:(?:[a-z]{3,8} ){3}){0,4}[a-z]{3,8}$/u;

/** Whether a literal is a seed phrase; well-known test phrases repeat a word. */
const isSeedPhrase = (name: string, literal: string): boolean =>
  /mnemonic|seed|phrase/iu.test(name) && SEED_PHRASE.test(literal) && new Set(literal.split(' ')).size > 8;

/** The address of a coin or contract: in such code, "token" means the coin. */
const isCoin = (name: string, literal: string): boolean =>
  /token$/iu.test(name) && /^[1-9A-HJ-NP-Za-km-z]{43,44}$/u.test(literal);

const CASELESS = /\p{Lo}{2}/u;
/** Parts that may be a secret by themselves. */
const STRETCHES = /[A-Za-z\d]{8,}/gu;

/**
 * Whether a literal is a label or sentence in a script without letter case, rather than a password with such letters.
 */
function isSentence(literal: string): boolean {
  if (!CASELESS.test(literal)) return false;
  if (!(literal.match(STRETCHES) ?? []).some(looksRandom)) return true;
  const caseless = literal.match(/\p{Lo}/gu)?.length ?? 0;
  return caseless * 2 > (literal.match(/[\p{L}\d]/gu)?.length ?? 0);
}

/**
 * Judges a literal by its name; undefined if it is not a secret, or if it is a provider key, which another rule
 * reports.
 */
export function judge(name: string, written: string, role: Role = 'value'): Verdict | undefined {
  const purpose = purposeOf(name);
  if (!purpose) return undefined;
  const secret = withoutScheme(written.trim());
  if (isPublicKey(secret) || isSentence(secret)) return undefined;
  if (secret.length < 4 || secret.length > 4096 || repeats(name, secret)) return undefined;
  if (isSeedPhrase(name, secret)) return { secret, purpose, severity: 'high', confidence: 'high' };
  if (isCoin(name, secret)) return undefined;
  if (purpose === 'signing' && role === 'fallback' && !isOtherForm(secret.replaceAll(' ', '-')))
    return hasProviderKey(secret) || /^[<$%{]/u.test(secret)
      ? undefined
      : { secret, purpose, severity: looksRandom(secret) ? 'high' : 'medium', confidence: 'medium' };
  if (isOtherForm(secret) || hasProviderKey(secret)) return undefined;
  if (purpose === 'password' && weakPassword(secret))
    return {
      secret,
      purpose,
      severity: looksRandom(secret) ? 'high' : 'medium',
      confidence: looksRandom(secret) ? 'high' : 'medium',
    };
  if (isPlaceholder(secret) || isWordy(secret) || !looksRandom(secret)) return undefined;
  return { secret, purpose, severity: 'high', confidence: secret.length >= 16 ? 'high' : 'medium' };
}

/** Names of lists and tables of secrets: passwords by user, valid keys. */
const TABLES = /(?:users?|logins?|accounts?|credentials?|passwords?)$/iu;
const LISTS = /(?:tokens|keys|secrets|passwords|pins)$/iu;

/** Whether values with this name need to be judged. */
export const mayHoldSecret = memoByName(
  (name) => purposeOf(name) !== undefined || TABLES.test(name) || LISTS.test(name),
);

/** Judges an item of a list or table by the name of the list or table. */
export function judgeItem(table: string, written: string): Verdict | undefined {
  const name = TABLES.test(table) ? 'password' : LISTS.test(table) ? table.slice(0, -1) : '';
  if (name === '' || (!looksRandom(written) && !COMMON.has(written.toLowerCase()))) return undefined;
  return judge(name, written);
}
