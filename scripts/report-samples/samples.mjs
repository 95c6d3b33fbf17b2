/** The data of sample reports: real analyses, and what the database would add. */
import { createHash } from 'node:crypto';
import { CONTROL_CATALOG } from '../../packages/analyzer/dist/catalogs.js';
import { runIsolated } from '../../packages/analyzer/dist/index.js';
import { objectKey } from '../../dist/hub/platform/objects/object-key.js';
import { controlResults, newSnapshot } from '../../dist/hub/analysis/recording/new-snapshot.js';
import { organizationReport } from '../../dist/reports/data/organization-report.js';
import { snapshotReport } from '../../dist/reports/data/snapshot-report.js';
import { CHAIN_START } from '../../dist/hub/catalog/snapshots/snapshot-hash.js';
import { RISKS } from '../../dist/hub/assurance/posture/risks.js';
import { CROSSWALK } from '../../dist/hub/assurance/posture/crosswalk.js';

const NOW = '2026-11-26T10:00:00.000Z';
const MCP = '0d9d2a3e-6c41-4f0e-9d5b-3a1b7c2f5e60';
const FRAME = {
  generated_at: NOW,
  hub: { version: '0.1.0', public_url: 'https://hub.example.com' },
  organization: { id: '6f1c1a52-98a3-4a39-a5c7-5c8f6f1f3a11', name: 'Acme Corporation' },
};

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** The report and the bill of materials of a folder. */
export async function analyzed(path) {
  const outcome = await runIsolated({ source: { kind: 'directory', path } });
  if (outcome.kind !== 'done')
    throw new Error(`the analysis of ${path} has failed: ${JSON.stringify(outcome)}`);
  return outcome.analysis;
}

function recorded(name, analysis, last) {
  const keyOf = (kind) => objectKey({ orgKey: MCP, kind, digest: `sha256:${sha256(kind + name)}` });
  const keys = {
    tarballKey: keyOf('source'),
    findingsKey: keyOf('findings'),
    reportKey: keyOf('report'),
    sarifKey: keyOf('sarif'),
    sbomKey: keyOf('sbom'),
  };
  const version = { commitHash: sha256(name).slice(0, 40) };
  const result = {
    versionId: '8a7f4a0a-6d3f-4a54-8a34-0a4f2f1b9d0c',
    analysis,
    archive: { sha256: sha256(name) },
  };
  const snapshot = newSnapshot(
    result,
    keys,
    { mcp: { id: MCP, orgId: null, name }, version },
    { last, surface: undefined },
    new Date(last ? NOW : '2026-10-30T08:30:00Z'),
  );
  const controls = controlResults(analysis.report).map((control) => ({ id: control.controlId, ...control }));
  return { snapshot, controls, findings: analysis.report.findings };
}

/** The data of a report about a snapshot, compared with a previous analysis if there is one. */
export function snapshotSample(name, analysis, before) {
  const previous = before && {
    ...recorded(`${name} before`, before),
    visibleVersion: 'commit-1b2c3d4-20261030',
  };
  const current = recorded(name, analysis, previous?.snapshot);
  return snapshotReport({
    frame: FRAME,
    subject: {
      mcpId: MCP,
      mcpName: name,
      description: 'An MCP server for the samples of reports.',
      repoUrl: 'https://github.com/example/servers',
      language: 'JavaScript',
      license: 'MIT',
      visibility: 'public',
      origin: 'community',
      visibleVersion: 'commit-9f8e7d6-20261126',
      semver: analysis.report.package?.version ?? null,
      status: 'NOT_CERTIFIED',
      source: {
        kind: 'repository',
        url: 'https://github.com/example/servers',
        path: '',
        commit: '',
        ref: 'refs/heads/main',
      },
      revokedAt: null,
      revokedReason: null,
    },
    current,
    previous,
    previousHash: previous?.snapshot.snapshotHash ?? CHAIN_START,
    known: analysis.report.findings.map(({ fingerprint }, index) => ({
      fingerprint,
      status: 'open',
      firstDetectedAt: new Date('2026-10-30T08:30:00Z'),
      reason: index === 1 ? 'Runs only in the build environment.' : null,
      authorName: index === 1 ? 'Ada Lovelace' : null,
      expiresAt: index === 1 ? new Date('2027-01-31T00:00:00Z') : null,
    })),
    report: analysis.report,
    sbom: analysis.sbom,
  });
}

const NAMES = [
  '文件系统/读取文件.js',
  'ファイル/読み込みサーバー.ts',
  '파일시스템/읽기.py',
  'خادم/الملفات/اقرأ.js',
  'קבצים/שרת/קריאה.go',
  'src/handlers/a-very-long-folder-name-without-any-break-opportunity/'.repeat(3) + 'index.js',
  'src/\u202egnp.js',
  'src/<script>alert(1)</script>/<img src=file:///etc/passwd>.js',
];

/** The same report with many findings, and names that are hard to show. */
export function largeReport(data, count) {
  const severities = ['critical', 'high', 'medium', 'low'];
  const findings = Array.from({ length: count }, (_, index) => {
    const model = data.findings[index % data.findings.length];
    const path = NAMES[index % NAMES.length];
    const severity = severities[Math.floor((index * severities.length) / count)];
    return {
      ...model,
      severity,
      location: { ...model.location, file_path: path, start_line: 10 + index },
      mcp_context: { ...model.mcp_context, tool_name: index % 3 === 0 ? `工具_${index}` : `أداة_${index}` },
      trace: model.trace.map((step) => ({ ...step, file_path: path, line: 10 + index })),
      fingerprint: sha256(String(index)),
      group: `${severity} ${model.rule_id} ${Math.floor(index / 40)}`,
    };
  });
  const groups = [...Map.groupBy(findings, ({ group }) => group)].map(([id, members]) => ({
    id,
    rule_id: members[0].rule_id,
    severity: members[0].severity,
    findings: members.length,
    tool_names: members.map((member) => member.mcp_context.tool_name).slice(0, 200),
    cause: { file_path: members[0].location.file_path, line: members[0].location.start_line, helper: null },
  }));
  const countOf = (severity) => findings.filter((finding) => finding.severity === severity).length;
  const counts = Object.fromEntries(severities.map((severity) => [severity, countOf(severity)]));
  const rules = [
    ...Map.groupBy(findings, (finding) => `${severities.indexOf(finding.severity)} ${finding.rule_id}`),
  ];
  return {
    ...data,
    mcp: {
      ...data.mcp,
      name: '集团/文件系统服务器-安全ゲートウェイ-파일-خادم الملفات-שרת-'.repeat(2),
      description:
        'مرحبا بالعالم. 这是一个文件系统服务器。\u202e reversed \u0007 <script>alert(1)</script> 🔧 '.repeat(
          3,
        ),
    },
    organization: { ...data.organization, name: 'شركة المثال للتقنية — 示例科技有限公司' },
    snapshot: { ...data.snapshot, finding_counts: { total: count, ...counts } },
    findings,
    groups,
    rule_counts: rules.map(([, members]) => ({
      rule_id: members[0].rule_id,
      title: members[0].title,
      severity: members[0].severity,
      findings: members.length,
    })),
  };
}

/** A server of an organization; every eleventh one is not analyzed. */
function serverRow(index) {
  const score = index % 11 === 10 ? null : 40 + ((index * 7) % 60);
  const whenAnalyzed = (value) => (score === null ? null : value);
  return {
    id: MCP,
    name: index % 9 === 0 ? `acme/文件-${index}` : `acme/server-${index}`,
    visibleVersion: whenAnalyzed(`commit-${sha256(String(index)).slice(0, 7)}-20261126`),
    globalScore: score,
    grade: whenAnalyzed('FDCBA'[Math.max(Math.floor(score / 10) - 5, 0)]),
    certificationLevel: whenAnalyzed(Math.max(Math.floor(score / 10) - 6, 0) % 3),
    analyzedAt: whenAnalyzed(new Date(NOW)),
    snapshotHash: whenAnalyzed(`sha256:${sha256(String(index))}`),
    critical: Math.max(5 - index, 0),
    high: Math.max(12 - index, 0),
    medium: index % 7,
    low: index % 5,
  };
}

function posture(mcps) {
  const scores = mcps.flatMap(({ globalScore }) => (globalScore === null ? [] : [globalScore]));
  const average = Math.round((scores.reduce((sum, score) => sum + score, 0) / scores.length) * 10) / 10;
  const sum = (severity) => mcps.reduce((total, mcp) => total + mcp[severity], 0);
  const onLevel = (level) => mcps.filter((mcp) => mcp.certificationLevel === level).length;
  return {
    organization_id: FRAME.organization.id,
    organization_name: FRAME.organization.name,
    generated_at: NOW,
    summary: {
      total_mcps: mcps.length,
      mcps_analyzed: scores.length,
      mcps_pending: mcps.length - scores.length,
      avg_global_score: average,
      avg_security_score: 63.4,
      avg_supply_chain_score: 80.1,
      avg_maturity_score: 77.5,
    },
    certification_distribution: {
      level_0_not_compliant: onLevel(0),
      level_1_baseline: onLevel(1),
      level_2_standard: onLevel(2),
      level_3_advanced: onLevel(3),
    },
    severity_totals: {
      critical: sum('critical'),
      high: sum('high'),
      medium: sum('medium'),
      low: sum('low'),
      info: 0,
    },
    top_risks: [],
    risk_trend: {
      period: '30d',
      avg_score_start: 64.2,
      avg_score_end: average,
      direction: 'improving',
      new_critical_findings: 3,
      resolved_critical_findings: 7,
    },
  };
}

const compliance = () => ({
  framework: 'OWASP MCP Top 10',
  framework_version: 'fixed mapping of the GRC API, 2026-01-15',
  evaluated_at: NOW,
  overall_compliance_rate: 0.6,
  risks: RISKS.map(({ id, name, classes }, index) => {
    const isOpen = index > 0 && index % 2 === 0;
    return {
      risk_id: id,
      risk_name: name,
      mapped_vulnerability_classes: classes,
      finding_count: isOpen ? index * 3 : 0,
      affected_mcps: isOpen ? index : 0,
      max_severity: isOpen ? 'high' : null,
      status: isOpen ? 'non_compliant' : 'compliant',
      findings_url: '',
    };
  }),
  crosswalk: CROSSWALK,
});

/** The data of a report about an organization with so many servers. */
export function organizationSample(count) {
  const mcps = Array.from({ length: count }, (_, index) => serverRow(index));
  const trend = Array.from({ length: 27 }, (_, index) => ({
    date: new Date(Date.parse(NOW) - (26 - index) * 7 * 86_400_000).toISOString().slice(0, 10),
    analyzed: Math.min(index * 3, count),
    average: index === 0 ? null : 55 + index * 0.5,
  }));
  const controls = CONTROL_CATALOG.map(({ id }, index) => ({
    controlId: id,
    passed: 50 - index * 2,
    failed: index * 2,
  }));
  return organizationReport({
    frame: FRAME,
    posture: posture(mcps),
    trend,
    compliance: compliance(),
    controls,
    mcps,
  });
}
