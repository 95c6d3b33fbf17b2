import { CONTROLS_CATALOG_VERSION } from '../scoring/control-catalog.js';
import { SCORING_VERSION } from '../scoring/scores.js';
import type { FindingCounts, Toolchain } from './report.js';
import type { Finding, Severity } from '../findings/finding.js';

/** How many findings there are, all and by severity. Those that the publisher or a baseline passes over count too. */
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

/** Versions that this folder cannot know. */
interface ToolchainParts {
  readonly analyzer: string;
  readonly rules: string;
  /** The day of the newest advisory, `2026-01-31`; null without a table of advisories. */
  readonly advisories: string | null;
}

/** `scoring-1.0.0` is version 1.0.0 of `scoring`. */
const numberOf = (version: string): string => version.slice(version.lastIndexOf('-') + 1);

/** What made a report, in the words of the GRC API. */
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
