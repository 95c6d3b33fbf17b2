import { createRequire } from 'node:module';

// These have no types of their own.
const require = createRequire(import.meta.url);
const parse = require('spdx-expression-parse') as (text: string) => Expression;
const listOf = (name: string): readonly string[] => require(name) as readonly string[];

/** What the parser makes of an expression. */
type Expression = License | { readonly left: Expression; readonly right: Expression };

interface License {
  readonly license: string;
  /** `+`: or any later version. */
  readonly plus?: true;
}

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

/** The identifiers of licences and exceptions that the parser knows, which minds their case, by their lower case. */
const SPELLINGS = new Map([
  ...['spdx-license-ids', 'spdx-license-ids/deprecated', 'spdx-exceptions']
    .flatMap(listOf)
    .map((id): [string, string] => [id.toLowerCase(), id]),
  // The one deprecated exception, which it does not know, and what it is called today.
  ['nokia-qt-exception-1.1', 'Qt-LGPL-exception-1.1'],
]);

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

/**
 * Keys of all licences that an SPDX expression names, each once; undefined where it is none, names what is not on the
 * SPDX License List (`GPLv3`, `UNLICENSED`), or says that nobody knows: it could be any licence.
 */
export function licensesIn(expression: string): readonly string[] | undefined {
  if (expression.length > MAX_LENGTH) return undefined;
  const words = expression.match(/[()]|[^\s()]+/g)?.map(spelled) ?? [];
  if (words.includes(undefined)) return undefined;
  const licenses = parsed(words.join(' '));
  if (licenses?.some(({ license, plus }) => plus === true && SAYS_VERSIONS.test(license))) return undefined;
  return licenses && [...new Set(licenses.flatMap(keysOf))];
}

/** A word of an expression as the parser knows it; undefined for what is on no list. */
function spelled(word: string): string | undefined {
  if (/^[()]$/.test(word) || OPERATOR.test(word)) return word;
  const key = word.toLowerCase();
  if (OWN.test(key)) return key.replace('documentref-', 'DocumentRef-').replace('licenseref-', 'LicenseRef-');
  const known = SPELLINGS.get(key.replace(/\+$/, ''));
  return known !== undefined && key.endsWith('+') ? `${known}+` : known;
}

/** The licences of an expression; undefined where it is none. */
function parsed(text: string): License[] | undefined {
  const licensesOf = (part: Expression): License[] =>
    'license' in part ? [part] : [...licensesOf(part.left), ...licensesOf(part.right)];
  try {
    return licensesOf(parse(text));
  } catch {
    return undefined;
  }
}

function keysOf({ license, plus }: License): string[] {
  const key = license.toLowerCase();
  const plain = WITH_EXCEPTION.exec(key)?.[1];
  return [licenseKey(plus === true ? `${key}+` : key), ...(plain === undefined ? [] : [licenseKey(plain)])];
}
