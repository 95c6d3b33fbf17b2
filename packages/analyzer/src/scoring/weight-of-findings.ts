import type { Confidence, Reach, Severity } from '../findings/finding.js';
import type { AssessedFinding, Assessment } from './assessment.js';

// Integers, so that sums are exact and do not depend on the order of their terms.
const CONFIDENCE_TENTHS: Readonly<Record<Confidence, number>> = { high: 10, medium: 7, low: 4 };
const REACH_TENTHS: Readonly<Record<Reach, number>> = { handler: 10, reachable: 8, unreachable: 5 };

/** The deduction for a finding in hundredths of a point, from the points for its severity. */
export const hundredthsOf = (
  finding: Pick<AssessedFinding, 'severity' | 'confidence' | 'reach'>,
  points: Readonly<Record<Severity, number>>,
): number => points[finding.severity] * CONFIDENCE_TENTHS[finding.confidence] * REACH_TENTHS[finding.reach];

/** Whether a finding's confidence and reach are high enough to cap scores by its severity alone. */
export const capsScores = (finding: Pick<AssessedFinding, 'confidence' | 'reach'>): boolean =>
  finding.confidence !== 'low' && finding.reach !== 'unreachable';

/** Whether a finding fails the control of its class: severity and confidence are medium or higher, whatever the reach. */
export const failsControls = (finding: Pick<AssessedFinding, 'severity' | 'confidence'>): boolean =>
  finding.severity !== 'low' && finding.confidence !== 'low';

/** Whether all product code was analyzed. Without any, nothing was analyzed, which is not the same as clean. */
export const isComplete = ({ scan }: Pick<Assessment, 'scan'>): boolean =>
  scan.complete &&
  scan.reasons.length === 0 &&
  scan.productFiles > 0 &&
  scan.parsedProductFiles === scan.productFiles;

/** Whether product code was not analyzed: what it does is not known. */
export const missesProduct = ({ scan }: Pick<Assessment, 'scan'>): boolean =>
  scan.missesProduct === true || scan.productFiles === 0 || scan.parsedProductFiles < scan.productFiles;

/** Whether a dependency is known malware. */
export const hasMaliciousDependency = ({ dependencies }: Pick<Assessment, 'dependencies'>): boolean =>
  dependencies.matches.some((match) => match.malicious);
