import { memoByName } from '../memo.js';

/** Words with which names of secrets end, alone or with the word before. */
const LAST = new Set([
  'password', 'passwd', 'pwd', 'passphrase', 'passcode', 'secret', 'token', 'apikey', 'apitoken', 'authtoken',
  'accesstoken', 'refreshtoken', 'pat', 'jwt', 'privatekey', 'secretkey', 'mnemonic',
]); // prettier-ignore
const LAST_TWO = new Set([
  'api key', 'access key', 'private key', 'secret key', 'auth key', 'signing key', 'encryption key', 'master key',
  'connection string', 'seed phrase',
]); // prettier-ignore

/** Words before the last that make it something else: the place in a list, a word of a text, whether there is one. */
const HARMLESS_BEFORE = new Set([
  'next', 'page', 'pagination', 'continuation', 'cursor', 'progress', 'cancel', 'cancellation', 'sync', 'design', 'max',
  'min', 'num', 'has', 'is', 'no', 'use', 'uses', 'need', 'needs', 'require', 'requires', 'required', 'input', 'output',
  'total', 'stop', 'eos', 'bos', 'pad', 'unk', 'start', 'end', 'mask', 'resume', 'partition', 'previous', 'prev', 'per',
  'application', 'public', 'change', 'forgot', 'reset', 'show', 'hide', 'validate', 'verify', 'missing', 'invalid', 'base',
  'quote', 'native', 'erc', 'swap', 'pool', 'csrf', 'xsrf', 'syntax', 'lex', 'delimiter', 'abort', 'sort', 'range', 'skip',
]); // prettier-ignore

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
