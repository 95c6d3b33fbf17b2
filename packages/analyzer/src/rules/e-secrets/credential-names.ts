import { isSecretName, wordsOf } from '../../engine/values/secret-names.js';
import { memoByName } from '../../common/memo.js';
import names from './names.json' with { type: 'json' };

/** The kind of secret that a name suggests. */
export type Purpose = 'password' | 'signing' | 'key';

const PASSWORDS = new Set(['password', 'passwd', 'pwd', 'passphrase', 'passcode', 'pass', 'pw']);
const SIGNING = new Set(names.credentialNames.signing);
/** Public keys, which identify a project and protect nothing. */
const PUBLIC = new Set(names.credentialNames.public);
/** Last words of names that describe a secret instead of containing one. */
const ABOUT = new Set(names.credentialNames.about);

/** Longer names are generated. */
const MAX_NAME = 100;
const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|Digest)\s+(?=\S)/iu;

/** Whether a text starts with an Authorization scheme: `Bearer …`. */
export const hasScheme = (text: string): boolean => SCHEME.test(text);

/** The text after an Authorization scheme. */
export const withoutScheme = (text: string): string => text.replace(SCHEME, '');

/** Fast path: names of secrets, passwords and headers contain one of these, so most names need not be split. */
const MAY_BE_CREDENTIAL = /pass|pwd|pw|phrase|secret|token|key|pat|jwt|mnemonic|string|authorization/iu;

/** The kind of secret stored under a name; undefined if it is not one. */
export const purposeOf = memoByName((name): Purpose | undefined => {
  if (name.length > MAX_NAME || !MAY_BE_CREDENTIAL.test(name)) return undefined;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (words.length === 0 || words.length > 8 || ABOUT.has(last)) return undefined;
  if (words.some((word) => PUBLIC.has(word))) return undefined;
  if (PASSWORDS.has(last) && (isSecretName(name) || last === 'pass' || last === 'pw')) return 'password';
  if (!isSecretName(name)) return isHeader(words) ? 'key' : undefined;
  if (isSigning(words)) return 'signing';
  return 'key';
});

/** `X-API-Key`, `Authorization`, `X-Auth-Token`. */
const isHeader = (words: readonly string[]): boolean =>
  words.at(-1) === 'authorization' ||
  (words[0] === 'x' && (words.at(-1) === 'key' || words.at(-1) === 'token'));

/** Whether the server itself signs or encrypts with the secret, so that no other side would reject a bad one. */
function isSigning(words: readonly string[]): boolean {
  const joined = words.join(' ');
  if (
    /(?:^| )(?:secret key|signing key|encryption key|signing secret|jwt secret|session secret|cookie secret|hmac key|hmac secret|master key|token secret|auth secret|app secret|secret key base)$/u.test(
      joined,
    )
  )
    return !joined.includes('access');
  return (
    (words.at(-1) === 'secret' || words.at(-1) === 'key') &&
    words.some((word) => SIGNING.has(word)) &&
    words.length <= 3 &&
    /secret|signing|encrypt|hmac|aes|jwt|cipher/u.test(joined)
  );
}
