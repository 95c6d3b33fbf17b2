import { memoByName } from '../memo.js';
import names from './names.json' with { type: 'json' };

/** Words with which names of secrets end, alone or with the word before. */
const LAST = new Set(names.secretNames.last);
const LAST_TWO = new Set(names.secretNames.lastTwo);

/** Words before the last that make it something else: the place in a list, a word of a text, whether there is one. */
const HARMLESS_BEFORE = new Set(names.secretNames.harmlessBefore);

/** Words that say of a secret, wherever they stand, that it cannot be read any more. */
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

/** All of those words have one of these in them: most names need not be taken apart. */
const MAY_BE_SECRET = /pass|pwd|phrase|secret|token|key|pat|jwt|mnemonic|string|authorization/iu;

/** Whether a variable, field or parameter of a name holds a secret: what the name ends with says it. */
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

/** The same, without words that mean other things elsewhere: a coin is a token too. */
export const isSurelySecretName = memoByName((name) => {
  const words = wordsOf(name);
  if (!isSecretName(name)) return false;
  return words.length > 1 || !['token', 'pat'].includes(words[0] ?? '');
});
