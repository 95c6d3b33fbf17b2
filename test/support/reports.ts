import { randomUUID } from 'node:crypto';
import type { ReportedGroup, Severity } from '@mcp-hub/analyzer';
import type { ReportFinding, SnapshotReport } from '../../src/reports/document/index.js';
import { aFinding } from './analyses.js';

/** A finding in the data of a report. */
export const aReportFinding = (change: Partial<ReportFinding> = {}): ReportFinding => ({
  ...aFinding(),
  status: 'open',
  first_detected_at: '2026-01-02T03:04:05.000Z',
  suppression: null,
  ...change,
});

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;

const groupOf = ([first, ...others]: readonly [ReportFinding, ...ReportFinding[]]): ReportedGroup => ({
  id: first.group,
  rule_id: first.rule_id,
  severity: first.severity,
  findings: others.length + 1,
  tool_names: first.mcp_context.tool_names,
  cause: { file_path: first.location.file_path, line: first.location.start_line, helper: null },
});

function resultsOf(findings: readonly ReportFinding[]) {
  const of = (severity: Severity): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const counts = { critical: of('critical'), high: of('high'), medium: of('medium'), low: of('low') };
  const groups = [...Map.groupBy(findings, ({ group }) => group).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [groupOf([first, ...others])],
  );
  const byRule = [...Map.groupBy(findings, ({ rule_id: id, severity }) => `${severity} ${id}`).values()];
  const rules = byRule.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            rule_id: first.rule_id,
            title: first.title,
            severity: first.severity,
            findings: others.length + 1,
          },
        ],
  );
  return { counts: { total: findings.length, ...counts }, groups, rules };
}

/** The data of a report about a snapshot with these findings, as a whole and valid. */
export function aSnapshotReport(
  findings: readonly ReportFinding[] = [],
  change: Partial<SnapshotReport> = {},
): SnapshotReport {
  const { counts, groups, rules } = resultsOf(findings);
  return {
    schema_version: '1.0.0',
    scope: 'SNAPSHOT',
    generated_at: '2026-01-31T14:05:06.789Z',
    hub: { version: '0.1.0', public_url: 'https://hub.example.com' },
    organization: { id: randomUUID(), name: 'Acme' },
    mcp: {
      id: randomUUID(),
      name: 'acme/files',
      description: '',
      repo_url: 'https://github.com/acme/files',
      language: 'TypeScript',
      license: 'MIT',
      visibility: 'public',
      origin: 'community',
    },
    version: {
      id: randomUUID(),
      visible_version: 'commit-abcdef0-20260131',
      semver: '1.2.0',
      status: 'CERTIFIED',
      source: null,
      revoked_at: null,
      revoked_reason: null,
    },
    snapshot: {
      id: randomUUID(),
      created_at: '2026-01-31T10:00:00.000Z',
      global_score: 83,
      security_score: 91,
      supply_chain_score: 72,
      maturity_score: 64,
      msss_score: 77,
      grade: 'B',
      breakdown: { security: {}, supply_chain: {}, maturity: {} },
      msss_level: 2,
      certification_level: 2,
      complete: true,
      incomplete_reasons: [],
      finding_counts: counts,
    },
    verdict: 'certified at level 2: no findings',
    difference: null,
    controls: [],
    findings,
    groups,
    rule_counts: rules,
    surface: { tools: [], transport: 'stdio', auth_signals: [], capabilities: [], tool_details: [] },
    package: null,
    distributable: { is_distributable: false, runtime: 'unknown', entrypoint: '' },
    dependencies: {
      total: 0,
      direct: 0,
      development: 0,
      sbom_complete: true,
      advisories_observable: true,
      advisories: [],
      components: [],
      licenses: [],
    },
    evidence: {
      position: 1,
      previous_snapshot_id: null,
      previous_hash: digest('0'),
      snapshot_hash: digest('1'),
      commit_hash: 'a'.repeat(40),
      source: digest('2'),
      findings: digest('3'),
      report: digest('4'),
      sarif: digest('5'),
      sbom: digest('6'),
    },
    toolchain: {
      scanner_version: '1.2.0',
      scoring_version: 'scoring-1.1.0',
      controls_catalog_version: 'controls-1.0.0',
      toolchain_version: 'analyzer:1.2.0',
    },
    files: null,
    bundles: [],
    ...change,
  };
}
