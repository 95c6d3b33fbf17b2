import type { Severity } from '../findings/finding.js';
import type { AssessedFinding, Assessment } from './assessment.js';
import { roundedQuotient } from './exact-sums.js';
import { hasMaliciousDependency, hundredthsOf, isComplete } from './weight-of-findings.js';

/** The MSSS level: 0 the least, 3 the most trustworthy. */
export type Level = 0 | 1 | 2 | 3;

type Assessed = Pick<Assessment, 'findings' | 'scan' | 'dependencies'>;

const POINTS: Readonly<Record<Severity, number>> = { critical: 25, high: 15, medium: 5, low: 2 };
const HUNDRED_POINTS = 100 * 100;
/** One below the threshold of level 2. */
const MOST_OF_INCOMPLETE = 79;
const MOST_HIGHS = 3;

/** The severity score of the server, 0 to 100. Every finding counts, whatever its confidence and reach. */
export function msssScore(assessment: Assessed): number {
  const cost = assessment.findings.reduce((sum, finding) => sum + hundredthsOf(finding, POINTS), 0);
  const left = Math.max(0, HUNDRED_POINTS - cost) * factorTwentieths(assessment);
  return Math.min(roundedQuotient(left, 20 * 100), isComplete(assessment) ? 100 : MOST_OF_INCOMPLETE);
}

/** The level that the severities allow for a `score` of `msssScore`. */
export function msssLevel(assessment: Assessed, score: number): Level {
  const highs = count(assessment.findings, 'high');
  if (score < 60 || criticals(assessment) > 0 || highs > MOST_HIGHS) return 0;
  if (score < 80 || highs > 0 || !isComplete(assessment)) return 1;
  return score < 90 ? 2 : 3;
}

/**
 * The smaller of the factors for critical and for high findings, so that a critical one after many highs does not raise the
 * score.
 */
function factorTwentieths(assessment: Assessed): number {
  const byCriticals = [20, 10][criticals(assessment)] ?? 5;
  const byHighs = Math.max(0, 20 - 3 * count(assessment.findings, 'high'));
  return Math.min(byCriticals, byHighs);
}

/** A malicious dependency counts as one, even when a finding reports it too. */
const criticals = (assessment: Assessed): number =>
  Math.max(count(assessment.findings, 'critical'), hasMaliciousDependency(assessment) ? 1 : 0);

const count = (findings: readonly AssessedFinding[], severity: Severity): number =>
  findings.filter((finding) => finding.severity === severity).length;
