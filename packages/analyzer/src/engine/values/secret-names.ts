import { memoByName } from '../../common/memo.js';
import names from '../names.json' with { type: 'json' };

/** The last words of names of secrets, alone or with the word before. */
const LAST = new Set(names.secretNames.last);
const LAST_TWO = new Set(names.secretNames.lastTwo);

/** Words before the last one that change the meaning: a token's index in a list, a token of a text, a flag. */
const HARMLESS_BEFORE = new Set(names.secretNames.harmlessBefore);

/** Words that mark a secret as no longer readable, wherever they are in the name. */
const HIDDEN = new Set([
  'masked',
  'redacted',
  'hashed',
  'encrypted',
  'obfuscated',
  'sanitized',
  'hidden',
  'truncated',
]);

/** The words of a name: `accessToken`, `ACCESS_TOKEN` and `access-token` are `access token`. */
export const wordsOf = memoByName((name): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/gu, '$1 ')
    .toLowerCase()
    .split(/[^a-z\d]+/u)
    .filter((word) => word !== ''),
);

/** Fast path: all of those words contain one of these, so most names need not be split. */
const MAY_BE_SECRET = /pass|pwd|phrase|secret|token|key|pat|jwt|mnemonic|string|authorization/iu;

/** Whether a variable, field or parameter holds a secret, judged by the last words of its name. */
export const isSecretName = memoByName((name) => {
  if (!MAY_BE_SECRET.test(name)) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (HARMLESS_BEFORE.has(before) || words[0] === 'is' || words[0] === 'has') return false;
  if (words.some((word) => HIDDEN.has(word))) return false;
  return (
    LAST.has(last) || LAST_TWO.has(`${before} ${last}`) || (last === 'authorization' && words.length <= 2)
  );
});

/** The same without ambiguous words: a coin is a token too. */
export const isSurelySecretName = memoByName((name) => {
  if (!isSecretName(name)) return false;
  const words = wordsOf(name);
  return words.length > 1 || !['token', 'pat'].includes(words[0] ?? '');
});
