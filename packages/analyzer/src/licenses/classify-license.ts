import { createRequire } from 'node:module';
import { mostPermissive, groupOfLicense, strictest, type LicenseGroup } from './license-group.js';
import { isRestricted, licenseOfText } from './license-text.js';

type Expression =
  | { readonly license: string; readonly plus?: true; readonly exception?: string }
  | { readonly left: Expression; readonly conjunction: 'and' | 'or'; readonly right: Expression };

const require = createRequire(import.meta.url);
const parseExpression = require('spdx-expression-parse') as (text: string) => Expression;
const correct = require('spdx-correct') as (text: string, options: { upgrade: boolean }) => string | null;

export interface License {
  /** A valid SPDX expression; null when the license is unknown. */
  readonly id: string | null;
  readonly group: LicenseGroup;
}

/** Longer values are a license text in place of its name. */
const MAX_EXPRESSION = 200;
const UNRECOGNISED: License = { id: null, group: 'unrecognised' };
const RESTRICTED: License = { id: null, group: 'network_or_source_available' };
/** Common names that `spdx-correct` does not recognize, including those of Python's classifiers. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['apache license, version 2.0', 'Apache-2.0'],
  ['blue oak model license', 'BlueOak-1.0.0'],
  ['business source license 1.1', 'BUSL-1.1'],
  ['elastic license 2.0', 'Elastic-2.0'],
  ['isc license (iscl)', 'ISC'],
  ['python software foundation license', 'PSF-2.0'],
  ['server side public license', 'SSPL-1.0'],
]);
/** Full names of license families. */
const FULL_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['AGPL', ['affero']],
  ['BSD', ['berkeley']],
  ['CC', ['creative commons']],
  ['CC0', ['creative commons']],
  ['EPL', ['eclipse']],
  ['GPL', ['gnu', 'general public']],
  ['LGPL', ['lesser', 'library']],
  ['MPL', ['mozilla']],
]);
/** Values that grant nothing. */
const NOTHING = /^(?:unlicensed|none|proprietary|all rights reserved|commercial)$/i;
/** Values that refer to a file or carry no information. */
const ELSEWHERE =
  /^(?:see licen[cs]e in .*|noassertion|other|custom|license|licence|osi approved|other\/proprietary license)$/i;

function parsed(text: string): Expression | undefined {
  try {
    return parseExpression(text);
  } catch {
    return undefined;
  }
}

function groupOf(expression: Expression): LicenseGroup {
  if ('license' in expression) return groupOfLicense(expression.license, expression.exception);
  const [left, right] = [groupOf(expression.left), groupOf(expression.right)];
  return expression.conjunction === 'or' ? mostPermissive(left, right) : strictest(left, right);
}

/** With parentheses only where needed: `A OR B AND C` is `A OR (B AND C)`. */
function textOf(expression: Expression, within?: 'and' | 'or'): string {
  if ('license' in expression) {
    const { license, plus, exception } = expression;
    return `${license}${plus === true ? '+' : ''}${exception === undefined ? '' : ` WITH ${exception}`}`;
  }
  const { left, conjunction, right } = expression;
  const text = `${textOf(left, conjunction)} ${conjunction.toUpperCase()} ${textOf(right, conjunction)}`;
  return within === 'and' && conjunction === 'or' ? `(${text})` : text;
}

function guessed(text: string): string | null {
  try {
    return correct(text, { upgrade: false });
  } catch {
    // The parser throws for an empty text and for `+`.
    return null;
  }
}

/**
 * Corrects a single name: `Apache 2.0`. The library matches substrings and finds MIT in `permitted`; so its result must occur in
 * the text as a word, and no word may say that terms are added or removed.
 */
function correctedName(text: string): Expression | undefined {
  if (/[,;&]|\b(?:not|non|no|and|custom|modified|except|with)\b/i.test(text)) return undefined;
  const corrected = guessed(text);
  const family = /^[A-Za-z]+[0-9]?/.exec(corrected ?? '')?.[0] ?? '';
  const words = [family, ...(FULL_NAMES.get(family) ?? [])].join('|');
  const named = new RegExp(`\\b(?:${words})(?![a-uw-z])`, 'i').test(text);
  return corrected === null || family === 'LicenseRef' || !named ? undefined : parsed(corrected);
}

/** Parses an SPDX expression, tolerating common mistakes: `Apache 2.0`, `MIT/Apache-2.0`. */
function expressionOf(text: string): Expression | undefined {
  const exact = parsed(NAMES.get(text.toLowerCase()) ?? text);
  if (exact !== undefined) return exact;
  const choices = text.split(/\s*\/\s*|\s+or\s+(?!later|newer|any)|\s*\|\|\s*/i);
  if (choices.length === 1) return correctedName(text);
  const each = choices.map(expressionOf).filter((choice) => choice !== undefined);
  return each.length < choices.length
    ? undefined
    : each.reduce((left, right) => ({ left, conjunction: 'or', right }));
}

const licenseOf = (expression: Expression): License => ({
  id: textOf(expression),
  group: groupOf(expression),
});

function fromText(text: string | undefined, otherwise: License): License {
  if (text === undefined || text.trim() === '') return otherwise;
  const id = licenseOfText(text);
  if (id !== undefined) return { id, group: groupOfLicense(id) };
  return isRestricted(text) ? RESTRICTED : UNRECOGNISED;
}

/**
 * The license of a package: by its manifest or, when that cannot be understood, by the text of its license file.
 * @param expression The value in the manifest, as written.
 * @param licenseText The content of the license file.
 */
export function classifyLicense(expression: string | undefined, licenseText: string | undefined): License {
  const declared = expression?.trim() ?? '';
  if (declared === '') return fromText(licenseText, { id: null, group: 'none' });
  if (declared.length > MAX_EXPRESSION) return fromText(declared, UNRECOGNISED);
  if (NOTHING.test(declared)) return { id: null, group: 'none' };
  if (isRestricted(declared)) return RESTRICTED;
  const found = ELSEWHERE.test(declared) ? undefined : expressionOf(declared);
  return found === undefined ? fromText(licenseText, UNRECOGNISED) : licenseOf(found);
}
