import type { AnalysisReport, ReportedDependency, ReportedFinding } from '../../src/report/report.js';
import type { Severity } from '../../src/findings/finding.js';
import { countFindings, toolchainOf } from '../../src/report/summary.js';
import type { Rule } from '../../src/rules/rule.js';

const fingerprintOf = (number: number): string => number.toString(16).padStart(64, '0');

/** A finding whose fingerprint is derived from its number. */
export const sampleFinding = (number: number, changes: Partial<ReportedFinding> = {}): ReportedFinding => ({
  rule_id: 'MCP-A001',
  title: 'Shell command built from what a client sends',
  description: 'A shell runs a command that holds the tool parameter `host`.',
  severity: 'critical',
  confidence: 'high',
  vulnerability_class: 'A',
  vulnerability_class_name: 'Command & Code Execution',
  cwe: 'CWE-78',
  cvss: 9.8,
  owasp_mcp: 'MCP05',
  owasp_mcp_name: 'Command & Code Injection',
  location: {
    file_path: 'src/server.py',
    start_line: 7,
    end_line: 8,
    start_column: 5,
    end_column: 2,
    snippet: 'subprocess.run(f"ping {host}", shell=True)',
  },
  remediation: 'Start the program without a shell.',
  mcp_context: {
    tool_name: 'ping',
    tool_names: ['ping'],
    resource_uri: null,
    handler_name: 'run_ping',
  },
  trace: [
    { file_path: 'src/server.py', line: 5, message: 'the tool parameter `host`' },
    { file_path: 'src/server.py', line: 7, message: 'reaches subprocess.run' },
  ],
  reach: 'handler',
  suppressed: false,
  fingerprint: fingerprintOf(number),
  group: fingerprintOf(number),
  ...changes,
});

export const sampleReport = (
  findings: readonly ReportedFinding[],
  changes: Partial<AnalysisReport> = {},
): AnalysisReport => ({
  schema_version: '1.1.0',
  verdict: 'not certified: 1 critical in tool `ping`',
  toolchain: toolchainOf({ analyzer: '1.2.3', rules: '4.5.6', advisories: '2026-01-31' }),
  complete: true,
  incomplete_reasons: [],
  files: {
    total: 9,
    bytes: 4096,
    product: 3,
    parsed: 3,
    minified: 0,
    test: 1,
    docs: 1,
    example: 0,
    vendored: 0,
  },
  package: { ecosystem: 'PyPI', name: 'pinger', version: '0.1.0', license: 'MIT' },
  mcp_surface: {
    tools: ['ping'],
    transport: 'stdio',
    auth_signals: ['none'],
    capabilities: ['process_exec'],
  },
  distributable: { is_distributable: true, runtime: 'python', entrypoint: 'pinger:main' },
  start: { is_server: true, commands: ['pinger'], variables: ['PINGER_TOKEN'] },
  finding_counts: countFindings(findings),
  findings,
  groups: findings.map(({ group, rule_id, severity, location, mcp_context }) => ({
    id: group,
    rule_id,
    severity,
    findings: 1,
    tool_names: mcp_context.tool_names,
    cause: { file_path: location.file_path, line: location.start_line, helper: null },
  })),
  controls: [
    {
      control_id: 'SEC-001',
      passed: findings.length === 0,
      severity: 'critical',
      message: `${findings.length} findings.`,
      evidence_fingerprints: findings.map(({ fingerprint }) => fingerprint),
      applicable: true,
      observable: true,
    },
  ],
  scores: {
    global_score: 59,
    security_score: 18,
    supply_chain_score: 100,
    maturity_score: 100,
    msss_score: 38,
    msss_level: 0,
    grade: 'F',
    breakdown: {
      security: { vulnerabilities: 60, secrets: 100, code_quality: 100 },
      supply_chain: { dependencies: 100, licenses: 100, lockfile: 100 },
      maturity: { documentation: 100, tests: 100, ci_cd: 100 },
    },
  },
  certification_level: 0,
  certification_name: 'level_0_not_compliant',
  dependencies: { count: 0, direct: 0, advisories_observable: true, advisories: [] },
  ...changes,
});

/** A rule without checks. */
export const sampleRule = (
  id: string,
  severity: Severity = 'critical',
  changes: Partial<Rule> = {},
): Rule => ({
  id,
  class: 'A',
  title: 'Shell command built from what a client sends',
  severity,
  confidence: 'high',
  cwe: 78,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  what: 'A parameter of a tool reaches a shell inside a command line.',
  why: 'Whoever fills it in runs any program.',
  example: {
    language: 'python',
    bad: 'subprocess.run(f"ping {host}", shell=True)',
    good: 'subprocess.run(["ping", host])',
  },
  fix: 'Start the program without a shell.',
  notCounted: ['constant commands'],
  ...changes,
});

/** Texts that are harmful when shown unescaped. */
export const HOSTILE_TEXTS: readonly string[] = [
  '\u001b[2J\u001b[1;1Hcleared',
  '\u009b31mred',
  'two\nlines\r\nof\u2028text\u0085more',
  'nul\0nul',
  '\u202egnp.exe\u202c',
  'zero\u200bwidth\u{e0041}\ufeff',
  'lone \ud800 and \udfff',
  '[click](javascript:alert(1))',
  ']\u200b(javascript:alert(1))',
  '<script>alert(1)</script>',
  '{0} and {1}',
  '__proto__',
  `a${'\u0301'.repeat(500)}`,
  'long '.repeat(20_000),
  'x'.repeat(100_000),
  '🐍'.repeat(1000),
  '',
  ' ',
];

/** A report with a text of the package in every field that can contain one. */
export function reportOfText(text: string): AnalysisReport {
  const finding = sampleFinding(1, {
    description: text,
    location: { file_path: text, start_line: 1, end_line: 1, start_column: 1, end_column: 2, snippet: text },
    mcp_context: { tool_name: text, tool_names: [text, 'other'], resource_uri: text, handler_name: text },
    trace: [1, 2].map((line) => ({ file_path: text, line, message: text })),
  });
  return sampleReport([finding], {
    verdict: text,
    complete: false,
    incomplete_reasons: [text],
    package: { ecosystem: 'npm', name: text, version: text, license: null },
    mcp_surface: { tools: [text], transport: 'http', auth_signals: ['none'], capabilities: [] },
    dependencies: {
      count: 1,
      direct: 1,
      advisories_observable: true,
      advisories: [
        {
          id: text,
          aliases: [text],
          summary: text,
          severity: 'high',
          cvss: 7.5,
          malicious: false,
          ecosystem: 'npm',
          name: text,
          version: text,
          direct: true,
          dev: false,
          fixed_versions: [text],
        },
      ],
    },
  });
}

/** A dependency that was not compared with advisories, unless changes say otherwise. */
export const sampleDependency = (changes: Partial<ReportedDependency> = {}): ReportedDependency => ({
  ecosystem: 'npm',
  name: 'minimist',
  version: null,
  range: '^1.2.0',
  source: 'registry',
  direct: true,
  dev: false,
  file_path: 'package.json',
  line: 5,
  compared: false,
  ...changes,
});
