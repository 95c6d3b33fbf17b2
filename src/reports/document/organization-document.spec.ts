import { describe, expect, it } from '@jest/globals';
import {
  organizationMetadata,
  organizationReportHtml,
  type OrganizationMcp,
  type OrganizationReport,
} from './index.js';

const server = (index: number): OrganizationMcp => ({
  id: `mcp-${index}`,
  name: `acme/server-${index}`,
  visible_version: 'commit-abcdef0-20260131',
  global_score: 70,
  grade: 'C',
  certification_level: 1,
  analyzed_at: '2026-01-31T00:00:00.000Z',
  snapshot_hash: `sha256:${'a'.repeat(64)}`,
  open: { critical: 1, high: 2, medium: 3, low: 4 },
});

const report = (mcps: readonly OrganizationMcp[], name = 'Acme'): OrganizationReport => ({
  schema_version: '1.0.0',
  scope: 'ORGANIZATION',
  generated_at: '2026-01-31T14:05:06.789Z',
  hub: { version: '0.1.0', public_url: 'https://hub.example.com' },
  organization: { id: 'org', name },
  posture: {
    organization_id: 'org',
    organization_name: name,
    generated_at: '2026-01-31T14:05:06.789Z',
    summary: {
      total_mcps: mcps.length,
      mcps_analyzed: mcps.length,
      mcps_pending: 0,
      avg_global_score: 70.5,
      avg_security_score: 64,
      avg_supply_chain_score: 80,
      avg_maturity_score: 77.5,
    },
    certification_distribution: {
      level_0_not_compliant: 0,
      level_1_baseline: mcps.length,
      level_2_standard: 0,
      level_3_advanced: 0,
    },
    severity_totals: { critical: 11, high: 22, medium: 33, low: 44, info: 0 },
    top_risks: [],
    risk_trend: {
      period: '30d',
      avg_score_start: 69,
      avg_score_end: 70.5,
      direction: 'improving',
      new_critical_findings: 1,
      resolved_critical_findings: 5,
    },
  },
  trend: [
    { date: '2026-01-01', analyzed: 0, average: null },
    { date: '2026-01-31', analyzed: 2, average: 70.5 },
  ],
  compliance: {
    framework: 'OWASP MCP Top 10',
    framework_version: 'fixed mapping',
    evaluated_at: '2026-01-31T14:05:06.789Z',
    overall_compliance_rate: 0.5,
    risks: [
      {
        risk_id: 'MCP05',
        risk_name: 'Command & Code Injection',
        mapped_vulnerability_classes: ['A', 'B'],
        finding_count: 7,
        affected_mcps: 3,
        max_severity: 'critical',
        status: 'non_compliant',
        findings_url: '/',
      },
    ],
    crosswalk: [{ risk_id: 'MCP05', published_title: 'Command Injection & Execution' }],
  },
  controls: [
    {
      control_id: 'SEC-001',
      control_name: 'Injection prevention',
      control_category: 'SECURITY',
      passed: 3,
      failed: 1,
    },
  ],
  mcps,
});

const textOf = (data: OrganizationReport): string => {
  const html = organizationReportHtml(data, { paper: 'LETTER' });
  return html
    .slice(html.indexOf('<body>'))
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ');
};

describe('organizationReportHtml', () => {
  it('shows the numbers of the data', () => {
    const text = textOf(report([server(1), server(2)]));
    expect(text).toContain(
      '2 of 2 analyzed servers are certified; 11 critical and 22 high findings are open.',
    );
    expect(text).toContain(
      'Average scores from 0 to 100: Global score 70.5, Security 64, Supply chain 80, Maturity 77.5.',
    );
    expect(text).toContain('The average score went from 69 to 70.5: improving.');
    expect(text).toContain('1 critical finding was detected, 5 resolved.');
    expect(text).toContain('acme/server-1 commit-abcdef0-20260131 Level 1, baseline 70 C 1 2 3 4 2026-01-31');
    expect(text).toContain('MCP05 Command &amp; Code Injection Not compliant 7 3 Critical A, B');
    expect(text).toContain('SEC-001 Injection prevention 3 1 75 %');
    expect(text).toContain('January 1, 2026 none 0 January 31, 2026 70.5 2');
  });

  it('names the organization in the properties of its PDF', () => {
    expect(organizationMetadata(report([]))).toMatchObject({
      title: 'Security posture: Acme',
      author: 'mcp-hub, for Acme',
    });
  });

  it('says so without servers', () => {
    expect(textOf(report([]))).toContain('The organization has no MCP servers.');
  });

  it('lists 1,000 of 5,000 servers, and counts the others', () => {
    const text = textOf(report(Array.from({ length: 5000 }, (_, index) => server(index))));
    expect(text).toContain('acme/server-999 ');
    expect(text).not.toContain('acme/server-1000 ');
    expect(text).toContain('4,000 more servers are only counted.');
  });

  it('escapes the names', () => {
    const data = report([{ ...server(1), name: '<script>alert(1)</script>' }], '</title><script>');
    expect(organizationReportHtml(data, { paper: 'A4' })).not.toContain('<script');
  });
});
