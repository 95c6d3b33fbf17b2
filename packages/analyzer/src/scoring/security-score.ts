import type { Severity } from '../findings/finding.js';
import type { AssessedFinding, Assessment } from './assessment.js';
import { halvedSum, leftOfHundred, roundedQuotient } from './exact-sums.js';
import { capsScores, hasMaliciousDependency, hundredthsOf, isComplete } from './weight-of-findings.js';

const POINTS: Readonly<Record<Severity, number>> = { critical: 40, high: 20, medium: 10, low: 5 };

/** With 100 for supply chain and maturity, the global score then stays below 60. */
const CAP_WITH_CRITICAL = 18;
/** The global score then stays below 80. */
const CAP_WITH_HIGH = 58;

const withoutCostOf = (findings: readonly AssessedFinding[]): number =>
  leftOfHundred(
    halvedSum(
      findings.map((finding) => ({ group: finding.ruleId, hundredths: hundredthsOf(finding, POINTS) })),
    ),
  );

/** 100 minus deductions for findings of all classes but E (secrets), at least 0. */
export const vulnerabilityScore = (findings: readonly AssessedFinding[]): number =>
  withoutCostOf(findings.filter((finding) => finding.vulnerabilityClass !== 'E'));

/** 100 minus deductions for findings of class E (secrets), at least 0. */
export const secretScore = (findings: readonly AssessedFinding[]): number =>
  withoutCostOf(findings.filter((finding) => finding.vulnerabilityClass === 'E'));

/** The weighted share of code checks that pass, 0 to 100. Checks that do not apply are left out. */
export function codeQualityScore({
  codeQuality,
  scan,
  surface: { tools },
}: Pick<Assessment, 'codeQuality' | 'scan' | 'surface'>): number {
  const checks = [
    { weight: 3, applies: tools.length > 0, passed: tools.every((tool) => tool.typedSchema) },
    { weight: 1, applies: tools.length > 0, passed: tools.every((tool) => tool.described) },
    {
      weight: 2,
      applies: codeQuality.outboundCalls > 0,
      passed: codeQuality.outboundCallsWithTimeout === codeQuality.outboundCalls,
    },
    { weight: 1, applies: true, passed: codeQuality.swallowedExceptions === 0 },
    {
      weight: 2,
      applies: true,
      passed: scan.productFiles > 0 && scan.parsedProductFiles === scan.productFiles,
    },
    { weight: 1, applies: true, passed: codeQuality.blanketSuppressions === 0 },
  ].filter((check) => check.applies);
  const weightOf = (some: typeof checks): number => some.reduce((sum, check) => sum + check.weight, 0);
  return roundedQuotient(100 * weightOf(checks.filter((check) => check.passed)), weightOf(checks));
}

/** The upper bound of the security score, whatever its parts. */
export function securityCap(assessment: Pick<Assessment, 'findings' | 'scan' | 'dependencies'>): number {
  const severities = new Set(assessment.findings.filter(capsScores).map((finding) => finding.severity));
  if (severities.has('critical') || hasMaliciousDependency(assessment)) return CAP_WITH_CRITICAL;
  return severities.has('high') || !isComplete(assessment) ? CAP_WITH_HIGH : 100;
}

/** The security score from its three parts, 0 to 100, before the cap. */
export const securityScore = (vulnerabilities: number, secrets: number, codeQuality: number): number =>
  roundedQuotient(60 * vulnerabilities + 25 * secrets + 15 * codeQuality, 100);
