import { Glob } from '../../common/values/glob.js';
import { ORIGINS, SEVERITIES, type Severity } from '../mcps/mcp-values.js';
import { isLicenseId, licenseKey } from './licenses.js';

/** What a policy is about (hub contract 11). */
export const TARGET_TYPES = [
  'SCORE',
  'CERT_LEVEL',
  'SEVERITY',
  'CLASS',
  'CONTROL',
  'LICENSE',
  'MCP',
  'ORIGIN',
  'AGE',
] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** The worst finding that a bound can allow, the worst first. */
export const SEVERITY_BOUNDS = [...SEVERITIES, 'none'] as const;
export type SeverityBound = Severity | 'none';

/** What a policy is about, read. */
export type PolicyTarget =
  | { readonly type: 'SCORE' | 'CERT_LEVEL' | 'AGE'; readonly min: number }
  | { readonly type: 'SEVERITY'; readonly max: SeverityBound }
  | { readonly type: 'CONTROL'; readonly id: string }
  /** Names in the form in which they are compared. */
  | { readonly type: 'CLASS' | 'LICENSE' | 'ORIGIN'; readonly list: ReadonlySet<string> }
  | { readonly type: 'MCP'; readonly glob: Glob };

/** Longest value. */
export const MAX_TARGET_LENGTH = 1000;

const MAX_DAYS = 36_500;
const CLASS = /^[A-N]$/i;
const CONTROL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
// A pattern that no name (`owner/slug`) could fit is refused: it would be a rule that never counts.
const NAME_GLOB = /^(?=.*[*/])[A-Za-z0-9_*-]{1,100}(?:\/[A-Za-z0-9_*-]{1,100})?$/;

interface Form {
  /** As an error message tells it. */
  readonly rule: string;
  parse(text: string): PolicyTarget | undefined;
}

const boundedBelow = (type: 'SCORE' | 'CERT_LEVEL' | 'AGE', max: number, what: string): Form => ({
  rule: `must be min:<${what}>, from min:0 to min:${max}`,
  parse: (text) => {
    const digits = /^min:(0|[1-9]\d{0,5})$/.exec(text)?.[1];
    return digits !== undefined && Number(digits) <= max ? { type, min: Number(digits) } : undefined;
  },
});

const listed = (
  type: 'CLASS' | 'LICENSE' | 'ORIGIN',
  rule: string,
  isItem: (item: string) => boolean,
  keyOf: (item: string) => string,
): Form => ({
  rule,
  parse: (text) => {
    const items = text.split(',').map((item) => item.trim());
    return items.every(isItem) ? { type, list: new Set(items.map(keyOf)) } : undefined;
  },
});

const FORMS: Readonly<Record<TargetType, Form>> = {
  SCORE: boundedBelow('SCORE', 100, 'score'),
  CERT_LEVEL: boundedBelow('CERT_LEVEL', 3, 'level'),
  AGE: boundedBelow('AGE', MAX_DAYS, 'days'),
  SEVERITY: {
    rule: `must be max:<severity>, one of ${SEVERITY_BOUNDS.join(', ')}`,
    parse: (text) => {
      const max = SEVERITY_BOUNDS.find((bound) => text === `max:${bound}`);
      return max && { type: 'SEVERITY', max };
    },
  },
  CONTROL: {
    rule: 'must be the id of one control, such as SEC-001',
    parse: (text) => (CONTROL.test(text) ? { type: 'CONTROL', id: text } : undefined),
  },
  CLASS: listed(
    'CLASS',
    'must be letters of classes from A to N with commas between, such as A,L',
    (item) => CLASS.test(item),
    (item) => item.toUpperCase(),
  ),
  LICENSE: listed(
    'LICENSE',
    'must be SPDX identifiers with commas between, such as GPL-3.0-only,AGPL-3.0-only',
    isLicenseId,
    licenseKey,
  ),
  ORIGIN: listed(
    'ORIGIN',
    `must be one or more of ${ORIGINS.join(', ')}, with commas between`,
    (item) => ORIGINS.some((origin) => origin === item),
    (item) => item,
  ),
  MCP: {
    rule: 'must be the name of a server, such as acme/files, in which * stands for any characters',
    parse: (text) => (NAME_GLOB.test(text) ? { type: 'MCP', glob: new Glob(text.toLowerCase()) } : undefined),
  },
};

/** Whether there are policies of this type. */
export const isTargetType = (type: string): type is TargetType =>
  TARGET_TYPES.some((known) => known === type);

/** What a policy of this type and value is about; undefined for what cannot be read. */
export const parsePolicyTarget = (type: string, value: string): PolicyTarget | undefined =>
  isTargetType(type) && value.length <= MAX_TARGET_LENGTH ? FORMS[type].parse(value) : undefined;

/** What the values of a type must be, as an error message tells it. */
export const targetRule = (type: TargetType): string => `${FORMS[type].rule}, for ${type}`;
