import { createRequire } from 'node:module';

// These packages have no type declarations.
const require = createRequire(import.meta.url);
const parse = require('spdx-expression-parse') as (text: string) => Expression;
const listOf = (name: string): readonly string[] => require(name) as readonly string[];

/** The parser's result for an expression. */
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
// Current identifiers include which versions they cover.
const SAYS_VERSIONS = /-(?:only|or-later)$/;
/** Deprecated identifiers of a license with an exception, such as `GPL-2.0-with-GCC-exception`. */
const WITH_EXCEPTION = /^(gpl-\d\.\d)-with-/;
// Longer than any real expression.
const MAX_LENGTH = 1000;

/** Lower-case identifiers of licenses and exceptions, and their spelling in the parser, which is case-sensitive. */
const SPELLINGS = new Map([
  ...['spdx-license-ids', 'spdx-license-ids/deprecated', 'spdx-exceptions']
    .flatMap(listOf)
    .map((id): [string, string] => [id.toLowerCase(), id]),
  // The parser lacks the one deprecated exception; this is its current name.
  ['nokia-qt-exception-1.1', 'Qt-LGPL-exception-1.1'],
]);

/**
 * Whether `text` has the form of an SPDX license identifier. The SPDX lists change, so policies accept any identifier.
 */
export const isLicenseId = (text: string): boolean => ID.test(text) && !OPERATOR.test(text);

/**
 * The key for comparing licenses: identifiers are case-insensitive (SPDX, annex D), and deprecated GNU identifiers
 * equal their current ones (`GPL-3.0` is `GPL-3.0-only`, `GPL-3.0+` is `GPL-3.0-or-later`).
 */
export function licenseKey(id: string): string {
  const key = id.toLowerCase();
  if (GNU.test(key)) return `${key}-only`;
  return key.endsWith('+') && GNU.test(key.slice(0, -1)) ? `${key.slice(0, -1)}-or-later` : key;
}

/**
 * Keys of all licenses in an SPDX expression, without duplicates; undefined if it is not a valid expression, contains
 * an identifier that is not on the SPDX License List (`GPLv3`, `UNLICENSED`), or is `NOASSERTION`: the license could be
 * any.
 */
export function licensesIn(expression: string): readonly string[] | undefined {
  if (expression.length > MAX_LENGTH) return undefined;
  const tokens = expression.match(/[()]|[^\s()]+/g)?.map(spelled) ?? [];
  if (tokens.includes(undefined)) return undefined;
  const licenses = parsed(tokens.join(' '));
  if (licenses?.some(({ license, plus }) => plus === true && SAYS_VERSIONS.test(license))) return undefined;
  return licenses && [...new Set(licenses.flatMap(keysOf))];
}

/** A token of an expression in the parser's spelling; undefined if it is not on a list. */
function spelled(token: string): string | undefined {
  if (/^[()]$/.test(token) || OPERATOR.test(token)) return token;
  const key = token.toLowerCase();
  if (OWN.test(key)) return key.replace('documentref-', 'DocumentRef-').replace('licenseref-', 'LicenseRef-');
  const spelling = SPELLINGS.get(key.replace(/\+$/, ''));
  return spelling !== undefined && key.endsWith('+') ? `${spelling}+` : spelling;
}

/** The licenses in an expression; undefined if it is invalid. */
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
