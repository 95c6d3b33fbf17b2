import calculators from 'ae-cvss-calculator';
import { itemsAt, textAt } from '../packages/values.js';
import type { Severity } from '../findings/finding.js';

// Node sees no named exports in this package.
const { Cvss2, Cvss3P0, Cvss3P1, Cvss4P0 } = calculators;

/** How bad a vulnerability is. */
export interface Rating {
  readonly severity: Severity;
  /** The base score, 0 to 10. */
  readonly cvss?: number;
}

const MAX_VECTOR_LENGTH = 500;
/** The versions of CVSS, the one that reports use first. */
const CALCULATORS: readonly (readonly [RegExp, (vector: string) => number | undefined])[] = [
  [/^CVSS:3\.1\//, (vector) => new Cvss3P1(vector).calculateScores().base],
  [/^CVSS:3\.0\//, (vector) => new Cvss3P0(vector).calculateScores().base],
  [/^CVSS:4\.0\//, (vector) => new Cvss4P0(vector).calculateScores().base],
  [
    /^\(?AV:[LAN]\/AC:[HML]\/Au:/,
    (vector) => new Cvss2(vector.replaceAll(/[()]/g, '')).calculateScores().base,
  ],
];
const WORDS: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  high: 'high',
  important: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
};

function scoreOf(vector: string, calculate: (vector: string) => number | undefined): number | undefined {
  try {
    const score = calculate(vector);
    return score !== undefined && Number.isFinite(score) ? score : undefined;
  } catch {
    // A vector that is none says nothing.
    return undefined;
  }
}

function cvssOf(record: unknown): number | undefined {
  const vectors = itemsAt(record, 'severity')
    .map((item) => textAt(item, 'score') ?? '')
    .filter((vector) => vector.length <= MAX_VECTOR_LENGTH);
  for (const [form, calculate] of CALCULATORS)
    for (const vector of vectors) {
      const score = form.test(vector) ? scoreOf(vector, calculate) : undefined;
      if (score !== undefined) return score;
    }
  return undefined;
}

/** CVSS 3.1, section 5: from 9 on critical, from 7 on high, from 4 on medium. */
export const severityOfScore = (score: number): Severity =>
  score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';

function wordOf(record: unknown): Severity | undefined {
  const word =
    textAt(record, 'database_specific', 'severity') ?? textAt(record, 'ecosystem_specific', 'severity');
  const key = word?.toLowerCase() ?? '';
  return Object.hasOwn(WORDS, key) ? WORDS[key] : undefined;
}

/**
 * How bad a vulnerability is: by its CVSS vector, else by the word of its database. Many advisories (Go's, PyPI's) have
 * neither; they are medium.
 * @param records The advisory, and before it what it says of the one package.
 */
export function ratingOf(...records: readonly unknown[]): Rating {
  const cvss = records.map(cvssOf).find((score) => score !== undefined);
  if (cvss !== undefined) return { severity: severityOfScore(cvss), cvss };
  return { severity: records.map(wordOf).find((word) => word !== undefined) ?? 'medium' };
}
