import calculators from 'ae-cvss-calculator';
import { itemsAt, textAt } from '../packages/values.js';
import type { Severity } from '../findings/finding.js';

// The package is CommonJS, and Node.js detects no named exports in it.
const { Cvss2, Cvss3P0, Cvss3P1, Cvss4P0 } = calculators;

/** The severity of a vulnerability. */
export interface Rating {
  readonly severity: Severity;
  /** The base score, 0 to 10. */
  readonly cvss?: number;
}

const MAX_VECTOR_LENGTH = 500;
/** The versions of CVSS, the preferred one first. */
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
    // An invalid vector is ignored.
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

/** CVSS 3.1, section 5: critical from 9, high from 7, medium from 4. */
export const severityOfScore = (score: number): Severity =>
  score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';

function wordOf(record: unknown): Severity | undefined {
  const word =
    textAt(record, 'database_specific', 'severity') ?? textAt(record, 'ecosystem_specific', 'severity');
  const key = word?.toLowerCase() ?? '';
  return Object.hasOwn(WORDS, key) ? WORDS[key] : undefined;
}

/**
 * The severity of an advisory: by its CVSS vector, else by the rating of its database. Many advisories (of Go and PyPI) have
 * neither and are rated medium.
 * @param records the advisory, preceded by its part about the one package
 */
export function ratingOf(...records: readonly unknown[]): Rating {
  const cvss = records.map(cvssOf).find((score) => score !== undefined);
  if (cvss !== undefined) return { severity: severityOfScore(cvss), cvss };
  return { severity: records.map(wordOf).find((word) => word !== undefined) ?? 'medium' };
}
