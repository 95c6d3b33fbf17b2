import { SEVERITIES, type Severity } from '../findings/finding.js';
import type { ReportedAdvisory, ReportedFinding } from './report.js';

/** The lowest severity that fails the command; with `none`, no finding does. */
export const THRESHOLDS = [...SEVERITIES, 'none'] as const;
/** One of them. */
export type Threshold = (typeof THRESHOLDS)[number];

/** The exit codes of the command. */
export const EXIT = { clean: 0, findings: 1, usage: 2, incomplete: 3 } as const;
/** One of its codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

type Judged = Pick<ReportedFinding, 'severity' | 'confidence' | 'baseline_state'>;

const isAtLeast = (severity: Severity, threshold: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold);

/**
 * Whether a finding fails the command: it is not in the baseline, at least as severe as the threshold, and not of low confidence
 * unless the threshold is `low`, which includes everything. A publisher's suppression does not matter.
 */
export const failsOn = (finding: Judged, threshold: Threshold): boolean =>
  threshold !== 'none' &&
  finding.baseline_state !== 'unchanged' &&
  isAtLeast(finding.severity, threshold) &&
  (finding.confidence !== 'low' || threshold === 'low');

/** The parts of a report that determine the exit code. */
export interface JudgedReport {
  readonly complete: boolean;
  readonly findings: readonly Judged[];
  readonly dependencies: { readonly advisories: readonly Pick<ReportedAdvisory, 'malicious'>[] };
}

/**
 * The exit code of the command. Findings take precedence over incompleteness. A malicious dependency counts like a critical
 * finding, whatever is in the baseline; other advisories do not matter. Without either, an incomplete analysis is not clean.
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
