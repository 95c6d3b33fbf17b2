import { CONTROLS_CATALOG_VERSION } from '../scoring/control-catalog.js';
import { SCORING_VERSION } from '../scoring/score-weights.js';
import type { FindingCounts, Toolchain } from './report.js';
import type { Finding, Severity } from '../findings/finding.js';

/** The number of findings, in total and by severity, including those suppressed by the publisher or in the baseline. */
export function countFindings(findings: readonly Pick<Finding, 'severity'>[]): FindingCounts {
  const of = (severity: Severity): number =>
    findings.filter((finding) => finding.severity === severity).length;
  return {
    total: findings.length,
    critical: of('critical'),
    high: of('high'),
    medium: of('medium'),
    low: of('low'),
  };
}

/** Versions that are not known in this folder. */
interface ToolchainParts {
  readonly analyzer: string;
  readonly rules: string;
  /** The date of the newest advisory, `2026-01-31`; null without a table of advisories. */
  readonly advisories: string | null;
}

/** The number in a version name: `1.0.0` for `scoring-1.0.0`. */
const numberOf = (version: string): string => version.slice(version.lastIndexOf('-') + 1);

/** The toolchain of a report, with the field names of the GRC API. */
export const toolchainOf = ({ analyzer, rules, advisories }: ToolchainParts): Toolchain => ({
  scanner_version: analyzer,
  scoring_version: SCORING_VERSION,
  controls_catalog_version: CONTROLS_CATALOG_VERSION,
  toolchain_version: [
    `analyzer:${analyzer}`,
    `rules:${rules}`,
    `scoring:${numberOf(SCORING_VERSION)}`,
    `controls:${numberOf(CONTROLS_CATALOG_VERSION)}`,
    `advisories:${advisories ?? 'none'}`,
  ].join(' '),
});
