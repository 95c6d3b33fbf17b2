import { SPDX_EXCEPTIONS, SPDX_LICENSES } from './spdx-list.js';

const ID = /^(?:DocumentRef-[A-Za-z0-9.-]{1,100}:)?[A-Za-z0-9][A-Za-z0-9.-]{0,99}\+?$/;
const OPERATOR = /^(?:AND|OR|WITH)$/i;
const GNU = /^(?:agpl|lgpl|gpl|gfdl)-\d+\.\d+$/;
const OWN = /^(?:documentref-[a-z0-9.-]+:)?licenseref-[a-z0-9.-]+$/;
// Identifiers of today say themselves which versions are meant.
const SAYS_VERSIONS = /-(?:only|or-later)$/;
/** Old identifiers of a licence with an exception, such as `GPL-2.0-with-GCC-exception`. */
const WITH_EXCEPTION = /^(gpl-\d\.\d)-with-/;
// Longer ones are no expression that somebody wrote.
const MAX_LENGTH = 1000;

/** Whether `text` has the form of an SPDX licence identifier. Lists of identifiers change, so policies take any. */
export const isLicenseId = (text: string): boolean => ID.test(text) && !OPERATOR.test(text);

/**
 * The form in which licences are compared: identifiers have no case (SPDX, annex D), and the old ones of the GNU family
 * are those of today (`GPL-3.0` is `GPL-3.0-only`, `GPL-3.0+` is `GPL-3.0-or-later`).
 */
export function licenseKey(id: string): string {
  const key = id.toLowerCase();
  if (GNU.test(key)) return `${key}-only`;
  return key.endsWith('+') && GNU.test(key.slice(0, -1)) ? `${key.slice(0, -1)}-or-later` : key;
}

/** The keys of a licence that a server states; none for what is on no list, as nobody knows which licence it is. */
function statedKeys(id: string): readonly string[] {
  const text = id.toLowerCase();
  if (OWN.test(text)) return [text];
  const base = text.endsWith('+') && !SPDX_LICENSES.has(text) ? text.slice(0, -1) : text;
  if (!SPDX_LICENSES.has(base) || (base !== text && SAYS_VERSIONS.test(base))) return [];
  const plain = WITH_EXCEPTION.exec(base)?.[1];
  return plain === undefined ? [licenseKey(text)] : [licenseKey(text), licenseKey(plain)];
}

/**
 * Keys of all licences that an SPDX expression names, each once; undefined where it is none, names what is not on the
 * SPDX License List (`GPLv3`, `UNLICENSED`), or says that nobody knows: it could be any licence.
 */
export function licensesIn(expression: string): readonly string[] | undefined {
  if (expression.length > MAX_LENGTH) return undefined;
  const words = expression.replace(/[()]/g, ' ').trim().split(/\s+/);
  if (words.length % 2 === 0) return undefined;
  const keys = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (index % 2 === 1) {
      if (!OPERATOR.test(word)) return undefined;
    } else if (words[index - 1]?.toUpperCase() === 'WITH') {
      // An exception to the licence before it.
      if (!SPDX_EXCEPTIONS.has(word.toLowerCase())) return undefined;
    } else {
      const stated = statedKeys(word);
      if (stated.length === 0) return undefined;
      for (const key of stated) keys.add(key);
    }
  }
  return [...keys];
}
