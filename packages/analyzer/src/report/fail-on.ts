import { SEVERITIES, type Severity } from '../findings/finding.js';
import type { ReportedAdvisory, ReportedFinding } from './report.js';

/** The lowest severity that fails; `none` lets all findings pass. */
export const THRESHOLDS = [...SEVERITIES, 'none'] as const;
/** One of them. */
export type Threshold = (typeof THRESHOLDS)[number];

/** What the command ends with. */
export const EXIT = { clean: 0, findings: 1, usage: 2, incomplete: 3 } as const;
/** One of its codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

type Judged = Pick<ReportedFinding, 'severity' | 'confidence' | 'baseline_state'>;

const isAtLeast = (severity: Severity, threshold: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold);

/**
 * Whether a finding fails: it is new to the baseline, at least as severe as the threshold, and not of low confidence unless
 * the threshold is `low`, which asks for all there is. That its publisher suppresses it does not let it pass.
 */
export const failsOn = (finding: Judged, threshold: Threshold): boolean =>
  threshold !== 'none' &&
  finding.baseline_state !== 'unchanged' &&
  isAtLeast(finding.severity, threshold) &&
  (finding.confidence !== 'low' || threshold === 'low');

/** What of a report decides how the command ends. */
export interface JudgedReport {
  readonly complete: boolean;
  readonly findings: readonly Judged[];
  readonly dependencies: { readonly advisories: readonly Pick<ReportedAdvisory, 'malicious'>[] };
}

/**
 * How the command ends. Findings come first: what was found is known, however much was not read. A dependency that was
 * published to do harm fails like a critical finding, whatever the baseline has; other advisories fail nothing. Without
 * either an incomplete analysis is not clean.
 */
export function exitCodeOf(
  { complete, findings, dependencies }: JudgedReport,
  threshold: Threshold,
): ExitCode {
  const isMalicious = dependencies.advisories.some(({ malicious }) => malicious);
  if (findings.some((finding) => failsOn(finding, threshold))) return EXIT.findings;
  if (isMalicious && threshold !== 'none') return EXIT.findings;
  return complete ? EXIT.clean : EXIT.incomplete;
}
