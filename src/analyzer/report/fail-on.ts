import { SEVERITIES, type ReportedFinding, type Severity } from './report.js';

/** The lowest severity that fails; `none` lets all findings pass. */
export const THRESHOLDS = [...SEVERITIES, 'none'] as const;
export type Threshold = (typeof THRESHOLDS)[number];

/** What the command ends with. */
export const EXIT = { clean: 0, findings: 1, usage: 2, incomplete: 3 } as const;
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

/**
 * How the command ends. Findings come first: what was found is known, however much was not read. Without them an incomplete
 * analysis is not clean.
 */
export function exitCodeOf(
  report: { readonly complete: boolean; readonly findings: readonly Judged[] },
  threshold: Threshold,
): ExitCode {
  if (report.findings.some((finding) => failsOn(finding, threshold))) return EXIT.findings;
  return report.complete ? EXIT.clean : EXIT.incomplete;
}
