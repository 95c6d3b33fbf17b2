import type { Assessment } from './assessment.js';
import { certificationLevel, CERTIFICATION_NAMES, type CertificationName } from './certification.js';
import { gradeOf, type Grade } from './levels.js';
import { checkAssessment } from './check-assessment.js';
import { evaluateControls } from './controls.js';
import { roundedQuotient } from './exact-sums.js';
import { ciScore, documentationScore, maturityScore, testScore } from './maturity-score.js';
import { type Level, msssLevel, msssScore } from './msss.js';
import { type ScoreWeights, WEIGHT_TENTHS } from './score-weights.js';
import {
  codeQualityScore,
  secretScore,
  securityCap,
  securityScore,
  vulnerabilityScore,
} from './security-score.js';
import {
  dependencyScore,
  licenseScore,
  lockfileScore,
  observedLockfile,
  supplyChainScore,
} from './supply-chain-score.js';
import { missesProduct } from './weight-of-findings.js';

/** The parts of the three scores, each an integer from 0 to 100 (analysis contract 8). */
export interface ScoreBreakdown {
  readonly security: {
    readonly vulnerabilities: number;
    readonly secrets: number;
    readonly codeQuality: number;
  };
  readonly supplyChain: {
    readonly dependencies: number;
    readonly licenses: number;
    readonly lockfile: number;
  };
  readonly maturity: { readonly documentation: number; readonly tests: number; readonly ci: number };
}

/** The scores of a package, integers from 0 to 100, and the levels derived from them (docs/scoring.md). */
export interface Scores {
  readonly global: number;
  readonly security: number;
  readonly supplyChain: number;
  readonly maturity: number;
  readonly grade: Grade;
  readonly msss: number;
  readonly msssLevel: Level;
  readonly certificationLevel: Level;
  readonly certificationName: CertificationName;
  readonly breakdown: ScoreBreakdown;
}

/**
 * Computes scores and levels from an assessment.
 * @throws RangeError for an impossible count in the assessment
 */
export function computeScores(assessment: Assessment): Scores {
  checkAssessment(assessment);
  const breakdown = breakdownOf(assessment);
  const security = Math.min(securityOf(breakdown.security), securityCap(assessment));
  const supplyChain = supplyChainOf(breakdown.supplyChain);
  const maturity = maturityOf(breakdown.maturity);
  const globalScore = globalOf({ security, supplyChain, maturity });
  const severityScore = msssScore(assessment);
  const severityLevel = msssLevel(assessment, severityScore);
  const level = certificationLevel({
    globalScore,
    msssLevel: severityLevel,
    controls: evaluateControls(assessment),
    findings: assessment.findings,
    storedEvidence: assessment.storedEvidence,
    missesProduct: missesProduct(assessment),
  });
  return {
    global: globalScore,
    security,
    supplyChain,
    maturity,
    grade: gradeOf(globalScore),
    msss: severityScore,
    msssLevel: severityLevel,
    certificationLevel: level,
    certificationName: CERTIFICATION_NAMES[level],
    breakdown,
  };
}

const breakdownOf = (assessment: Assessment): ScoreBreakdown => ({
  security: {
    vulnerabilities: vulnerabilityScore(assessment.findings),
    secrets: secretScore(assessment.findings),
    codeQuality: codeQualityScore(assessment),
  },
  supplyChain: {
    dependencies: dependencyScore(assessment.dependencies),
    licenses: licenseScore(assessment.license, assessment.dependencies),
    lockfile: lockfileScore(observedLockfile(assessment)),
  },
  maturity: {
    documentation: documentationScore(assessment.documentation, assessment.surface.tools),
    tests: testScore(assessment.tests),
    ci: ciScore(assessment.ci),
  },
});

const globalOf = (scores: Pick<Scores, keyof ScoreWeights>): number =>
  roundedQuotient(
    WEIGHT_TENTHS.security * scores.security +
      WEIGHT_TENTHS.supplyChain * scores.supplyChain +
      WEIGHT_TENTHS.maturity * scores.maturity,
    10,
  );

const securityOf = (parts: ScoreBreakdown['security']): number =>
  securityScore(parts.vulnerabilities, parts.secrets, parts.codeQuality);

const supplyChainOf = (parts: ScoreBreakdown['supplyChain']): number =>
  supplyChainScore(parts.dependencies, parts.licenses, parts.lockfile);

const maturityOf = (parts: ScoreBreakdown['maturity']): number =>
  maturityScore(parts.documentation, parts.tests, parts.ci);
