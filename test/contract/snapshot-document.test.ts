import { describe, expect, it } from '@jest/globals';
import { aReportFinding, aSnapshotReport } from '../support/reports.js';
import {
  snapshotMetadata,
  snapshotReportHtml,
  type SnapshotReport,
} from '../../src/reports/document/index.js';

/** The body, without fonts and styles. */
const bodyOf = (data: SnapshotReport): string => {
  const html = snapshotReportHtml(data, { paper: 'A4' });
  return html.slice(html.indexOf('<body>'));
};
const textOf = (data: SnapshotReport): string =>
  bodyOf(data)
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ');

const many = (count: number, groups: number) =>
  Array.from({ length: count }, (_, index) => aReportFinding({ group: `group ${index % groups}` }));

const HOSTILE = '<script>alert(1)</script><img src="file:///etc/passwd">\u202e\u0000"\'';

/** The data with a text in the place of every string but those of the machinery. */
function withText<Data>(data: Data, text: string): Data {
  if (typeof data === 'string') return text as Data;
  if (Array.isArray(data)) return data.map((item: unknown) => withText(item, text)) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const kept = new Set(['severity', 'group', 'id', 'schema_version', 'scope']);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      name,
      kept.has(name) ? value : withText(value, text),
    ]),
  ) as Data;
}

/** Data with something in every list. */
const full = (): SnapshotReport =>
  aSnapshotReport([aReportFinding(), aReportFinding({ severity: 'low' })], {
    controls: [
      {
        control_id: 'SEC-001',
        control_name: 'Injection prevention',
        control_category: 'SECURITY',
        passed: false,
        severity: 'critical',
        message: '1 finding',
        applicable: true,
        observable: true,
      },
      {
        control_id: 'SEC-009',
        control_name: 'Secure transport',
        control_category: 'SECURITY',
        passed: true,
        severity: 'medium',
        message: 'stdio',
        applicable: false,
        observable: true,
      },
      {
        control_id: 'SUP-001',
        control_name: 'Dependencies',
        control_category: 'SUPPLY_CHAIN',
        passed: false,
        severity: 'high',
        message: 'no lockfile',
        applicable: true,
        observable: false,
      },
      {
        control_id: 'MAT-001',
        control_name: 'Documentation',
        control_category: 'MATURITY',
        passed: true,
        severity: 'low',
        message: '70',
        applicable: true,
        observable: true,
      },
    ],
    surface: {
      tools: ['run'],
      transport: 'stdio',
      auth_signals: [],
      capabilities: ['process_exec'],
      tool_details: [
        {
          name: 'run',
          description: 'Runs',
          dynamic_description: false,
          parameters: [{ name: 'command', type: 'string', bounded: false }],
          annotations: {},
          file_path: 'a.js',
          line: 1,
        },
      ],
    },
    bundles: [{ file_path: 'dist/index.js', libraries: ['zod'] }],
    dependencies: {
      total: 2,
      direct: 1,
      development: 1,
      sbom_complete: false,
      advisories_observable: false,
      not_compared: [{ name: '<img src=x>', version: null, because: '^1.0.0 allows several versions' }],
      advisories: [
        {
          id: 'GHSA-1',
          aliases: ['CVE-1'],
          summary: 'Bad',
          severity: 'high',
          cvss: 7.5,
          malicious: true,
          ecosystem: 'npm',
          name: 'zod',
          version: '1.0.0',
          direct: true,
          dev: false,
          fixed_versions: [],
        },
      ],
      components: [
        {
          name: 'zod',
          version: '1.0.0',
          range: null,
          ecosystem: 'npm',
          license: 'MIT',
          direct: true,
          development: false,
          install_script: true,
        },
        {
          name: 'tsx',
          version: null,
          range: '^4',
          ecosystem: 'npm',
          license: null,
          direct: false,
          development: true,
          install_script: false,
        },
      ],
      licenses: [
        { license: 'MIT', components: 1 },
        { license: null, components: 1 },
      ],
    },
    difference: {
      snapshot_id: 'previous',
      created_at: '2026-01-01T00:00:00.000Z',
      visible_version: 'commit-0000000-20260101',
      grade: 'A',
      certification_level: 3,
      complete: true,
      scores: {
        global_score: 93,
        security_score: 1,
        supply_chain_score: 1,
        maturity_score: 1,
        msss_score: 1,
      },
      same_toolchain: true,
      findings: {
        added: { total: 2, critical: 0, high: 1, medium: 0, low: 1 },
        removed: { total: 0, critical: 0, high: 0, medium: 0, low: 0 },
      },
      controls_changed: [{ control_id: 'SEC-001', control_name: 'Injection prevention', passed: false }],
      tools_added: ['run'],
      tools_removed: [],
      tools_changed: [],
      capabilities_added: ['process_exec'],
      capabilities_removed: [],
    },
  });

describe('snapshotReportHtml', () => {
  it('is the same, byte for byte, for the same data, and has the requested paper', () => {
    const data = full();
    expect(snapshotReportHtml(data, { paper: 'A4' })).toBe(snapshotReportHtml(data, { paper: 'A4' }));
    expect(snapshotReportHtml(data, { paper: 'A4' })).toContain('@page{size:A4;');
    expect(snapshotReportHtml(data, { paper: 'LETTER' })).toContain('@page{size:letter;');
  });

  it('has a title, an author and a subject, also in the properties of its PDF', () => {
    const data = aSnapshotReport();
    expect(snapshotMetadata(data)).toEqual({
      title: 'Security report: acme/files 1.2.0',
      author: 'mcp-hub, for Acme',
      subject: `Snapshot ${data.snapshot.id}`,
      createdAt: data.generated_at,
    });
    const html = snapshotReportHtml(data, { paper: 'A4' });
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain('<title>Security report: acme/files 1.2.0</title>');
    expect(html).toContain('<meta name="author" content="mcp-hub, for Acme">');
  });

  it('shows the numbers of the data', () => {
    const text = textOf(full());
    expect(text).toContain('Certification Level 2, standard');
    expect(text).toContain('Global score 83 of 100');
    expect(text).toContain(
      'Scores from 0 to 100: Global score 83, Security 91, Supply chain 72, Maturity 64, MSSS 77.',
    );
    expect(text).toContain('Critical 0 High 1 Medium 0 Low 1');
    expect(text).toContain(
      '2 findings with 2 root causes. 2 of 4 controls passed. 1 failed ( SEC-001 ), and 1 could not be observed and counts as failed ( SUP-001 ).',
    );
    expect(text).toContain('1 pass, 1 fail, 1 not applicable, 1 not observable.');
    expect(text).toContain(
      'Global score 83, −10 from 93. Certification: level 2, standard; before: level 3, advanced.',
    );
    expect(text).toContain('2 findings new (1 high, 1 low), 0 findings gone.');
    expect(text).toContain(
      'The bill of materials has 2 dependencies: 1 direct, 1 transitive; 1 of them for development only.',
    );
  });

  it('says which dependencies were not compared with advisories, and why', () => {
    const text = textOf(
      aSnapshotReport([], {
        dependencies: {
          ...aSnapshotReport().dependencies,
          advisories_observable: false,
          not_compared: [{ name: 'lodash', version: null, because: '^4.0.0 allows several versions' }],
        },
      }),
    );
    expect(text).toContain('Not compared with advisories');
    expect(text).toContain('lodash unknown ^4.0.0 allows several versions');
  });

  it('shows a finding with its trace, code, CWE, CVSS, remediation, status and suppression', () => {
    const suppression = {
      reason: 'Only in tests.',
      author_name: 'Ada',
      expires_at: '2026-03-01T00:00:00.000Z',
    };
    const location = { file_path: 'server.js', start_line: 3, end_line: 3, snippet: 'exec(command)' };
    const text = textOf(aSnapshotReport([aReportFinding({ suppression, location })]));
    for (const part of [
      'MCP-A001',
      'CWE 78',
      'CVSS 8.8',
      'exec(command)',
      'server.js:3',
      'the client sends command',
      'Pass arguments as a list.',
      'Status open, first detected on January 2, 2026.',
      'Suppressed by Ada until March 1, 2026: Only in tests.',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('says why it is not compared with a previous snapshot', () => {
    expect(textOf(aSnapshotReport())).toContain('This is the first snapshot of the server');
    const data = aSnapshotReport();
    const evidence = { ...data.evidence, position: 2, previous_snapshot_id: 'previous' };
    expect(textOf({ ...data, evidence })).toContain(
      'The previous snapshot was recorded for another organization, so it is not compared.',
    );
  });

  it('names the classes that controls refer to, also without findings', () => {
    expect(textOf(aSnapshotReport())).toContain('A Command &amp; Code Execution');
  });

  it('names what was not read', () => {
    const data = full();
    const snapshot = { ...data.snapshot, complete: false, incomplete_reasons: ['a file is too large'] };
    const text = textOf({ ...data, snapshot });
    expect(text).toContain('The analysis is incomplete: a file is too large');
    expect(text).toContain('What it did not read may contain more findings.');
    expect(text).toContain('dist/index.js : zod');
  });

  it('contains no markup, script or address of any text', () => {
    const html = bodyOf(withText(full(), HOSTILE));
    expect(html).not.toMatch(/<(script|img|iframe|object|link|meta|base|form)/iu);
    expect(html).not.toMatch(/\son[a-z]+=|javascript:/iu);
    expect(html).not.toContain('\u202e');
    expect(
      [...html.matchAll(/(?:href|src)="([^"]*)"/gu)].every(([, target = '']) => target.startsWith('#')),
    ).toBe(true);
  });

  it('stays small when every text has a megabyte', () => {
    expect(bodyOf(withText(full(), 'x'.repeat(1_000_000))).length).toBeLessThan(300_000);
  });

  it('has headings in order, headers with a scope in every table, and links that lead somewhere', () => {
    const html = bodyOf(full());
    const levels = [...html.matchAll(/<h([1-6])/gu)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.every((level, index) => level - (levels[index - 1] ?? 0) <= 1)).toBe(true);
    expect(html.match(/<th(?! scope="(col|row)")[ >]/gu)).toBeNull();
    const ids = new Set([...html.matchAll(/ id="([^"]*)"/gu)].map(([, id]) => id));
    const targets = [...html.matchAll(/href="#([^"]*)"/gu)].map(([, id]) => id);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
    expect(ids.size).toBe([...html.matchAll(/ id="/gu)].length);
  });

  it('names 1,000 of 5,000 findings, counts the others, and says so', () => {
    const data = aSnapshotReport(many(5000, 400));
    const text = textOf(data);
    expect(text).toContain('High 5,000');
    expect(text).toMatch(
      /5,000 findings in all\. This document names 1,0\d\d of them, the worst first; [34],\d{3} other ones are counted/u,
    );
    expect(bodyOf(data).length).toBeLessThan(2_000_000);
  });
});
