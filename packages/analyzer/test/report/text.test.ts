import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyBaseline } from '../../src/report/baseline.js';
import { canonicalJson, prettyJson } from '../../src/report/canonical-json.js';
import type { AnalysisReport, ReportedFinding } from '../../src/report/report.js';
import columnsOf from 'string-width';
import { textReport } from '../../src/report/text.js';
import {
  HOSTILE_TEXTS,
  reportOfText,
  sampleDependency,
  sampleFinding,
  sampleReport,
} from '../support/sample-report.js';

const withAdvisory = (report: AnalysisReport): AnalysisReport => ({
  ...report,
  dependencies: {
    ...report.dependencies,
    count: 2,
    advisories: [
      {
        id: 'GHSA-1',
        aliases: [],
        summary: 'Prototype pollution',
        severity: 'high',
        cvss: 7.5,
        malicious: false,
        ecosystem: 'npm',
        name: 'minimist',
        version: '1.2.0',
        direct: true,
        dev: false,
        fixed_versions: ['1.2.6'],
      },
    ],
  },
});

describe('textReport', () => {
  it('shows the findings, the scores, the controls and what was not analyzed', () => {
    const report = sampleReport([sampleFinding(1)], {
      complete: false,
      incomplete_reasons: ['lib/a.js: is minified: only its text was looked at'],
    });
    expect(textReport(withAdvisory(report)))
      .toBe(`PyPI pinger 0.1.0 is not certified: 1 critical in tool \`ping\`
1 finding: 1 critical
3 of 3 source files read, 1 tool, transport stdio, mcp-analyze 1.2.3

NOT ANALYZED (1)
  - lib/a.js: is minified: only its text was looked at

CRITICAL (1)
  MCP-A001 Shell command built from what a client sends
    src/server.py:7:5 · tool ping · confidence high · CWE-78 · CVSS 9.8
    | subprocess.run(f"ping {host}", shell=True)
    A shell runs a command that holds the tool parameter \`host\`.
    1. src/server.py:5 the tool parameter \`host\`
    2. src/server.py:7 reaches subprocess.run
    Fix: Start the program without a shell.

DEPENDENCIES (2)
  minimist 1.2.0: GHSA-1, high, fixed in 1.2.6. Prototype pollution

SCORES
  global 59, grade F
  security 18 (vulnerabilities 60, secrets 100, code quality 100)
  supply chain 100 (dependencies 100, licenses 100, lockfile 100)
  maturity 100 (documentation 100, tests 100, CI 100)
  MSSS 38, level 0
  certification 0, level_0_not_compliant

CONTROLS (0 of 1 passed)
  FAIL SEC-001 Injection prevention: 1 findings.
`);
  });

  it('shows findings of preview rules under a heading of their own, and says why', () => {
    const finding = (number: number, severity: 'high' | 'low'): ReportedFinding =>
      sampleFinding(number, { severity, rule_id: 'MCP-Z999', title: 'It is new', cvss: 2 });
    const report = sampleReport([], { preview_findings: [finding(1, 'low'), finding(2, 'high')] });
    const text = textReport(report);
    expect(text).toContain('\nNo findings\n');
    expect(text).toContain(`
PREVIEW (2)
  Of rules that are new, and not yet read on enough real servers to be trusted.
  They change neither verdict, level and scores nor the exit code.

  MCP-Z999 It is new
    high · src/server.py:7:5 · tool ping · confidence high · CWE-78 · CVSS 2.0
`);
    expect(text.indexOf('    high ·')).toBeLessThan(text.indexOf('    low ·'));
    expect(text.match(/Fix:/gu)).toHaveLength(1);
    expect(textReport(sampleReport([]))).not.toContain('PREVIEW');
  });

  it('starts with the most severe finding', () => {
    const severities = ['low', 'critical', 'medium', 'high', 'critical'] as const;
    const text = textReport(sampleReport(severities.map((severity, at) => sampleFinding(at, { severity }))));
    expect(text.match(/^[A-Z]+ \(\d\)$/gm)).toEqual(['CRITICAL (2)', 'HIGH (1)', 'MEDIUM (1)', 'LOW (1)']);
    expect(text.split('\n')[1]).toBe('5 findings: 2 critical, 1 high, 1 medium, 1 low');
  });

  it('shows new findings in full, and those in a baseline on one line', () => {
    const marked = applyBaseline(
      [sampleFinding(1), sampleFinding(2)],
      new Set([sampleFinding(1).fingerprint]),
    );
    const text = textReport(sampleReport(marked), { width: 200 });
    expect(text).toContain('\n1 new (1 critical), 1 known\n');
    expect(text).toContain('CRITICAL (1)\n');
    expect(text).toContain(
      'KNOWN (1)\n  MCP-A001 critical src/server.py:7:5 Shell command built from what a client sends\n',
    );
    const all = applyBaseline([sampleFinding(1)], new Set([sampleFinding(1).fingerprint]));
    expect(textReport(sampleReport(all))).toContain('\n0 new, 1 known\n');
  });

  it('marks findings that no handler reaches and those suppressed by the publisher', () => {
    const findings = [sampleFinding(1, { reach: 'unreachable' }), sampleFinding(2, { suppressed: true })];
    const text = textReport(sampleReport(findings), { width: 200 });
    expect(text).toContain('CVSS 9.8 · no handler reaches it\n');
    expect(text).toContain('CVSS 9.8 · suppressed by the publisher, which changes nothing\n');
  });

  it('shows the fix once per rule, and no score that contradicts the severity', () => {
    const findings = [sampleFinding(1), sampleFinding(2, { severity: 'medium' }), sampleFinding(3)];
    const text = textReport(sampleReport(findings));
    expect(text.match(/Fix: /g)).toHaveLength(1);
    expect(text.indexOf('Fix: ')).toBeLessThan(text.indexOf('MEDIUM (1)'));
    expect(text.match(/CVSS 9\.8/g)).toHaveLength(2);
  });

  it('starts with the verdict as a sentence', () => {
    const first = (verdict: string): string | undefined =>
      textReport(sampleReport([], { verdict }), { width: 200 }).split('\n')[0];
    expect(first('certified at level 2: no findings')).toBe(
      'PyPI pinger 0.1.0 is certified at level 2: no findings',
    );
    expect(first('cannot be judged: no tools were recognized')).toBe(
      'PyPI pinger 0.1.0 cannot be judged: no tools were recognized',
    );
  });

  it('counts the reasons for incompleteness after the first ten', () => {
    const reasons = Array.from({ length: 13 }, (_, index) => `lib/${index}.js: is minified`);
    const text = textReport(sampleReport([], { complete: false, incomplete_reasons: reasons }));
    expect(text).toContain('NOT ANALYZED (13)\n  - lib/0.js: is minified\n');
    expect(text).toContain('  - lib/9.js: is minified\n  - and 3 more, which --format json lists\n');
    expect(text.indexOf('NOT ANALYZED')).toBeLessThan(text.indexOf('SCORES'));
  });

  it('names the first tools that reach a finding', () => {
    const context = sampleFinding(1).mcp_context;
    const shown = (...tools: string[]): string =>
      textReport(
        sampleReport([sampleFinding(1, { mcp_context: { ...context, tool_name: null, tool_names: tools } })]),
        { width: 200 },
      );
    expect(shown()).toContain('7:5 · function run_ping · confidence');
    expect(shown('a')).toContain('7:5 · tool a · confidence');
    expect(shown('a', 'b', 'c')).toContain('7:5 · in 3 tools: a, b, c · confidence');
    expect(shown('a', 'b', 'c', 'd', 'e')).toContain('7:5 · in 5 tools: a, b, c and 2 more · confidence');
  });

  it('shows findings with one cause as one entry', () => {
    const at = (line: number, changes: Partial<ReportedFinding> = {}): ReportedFinding => {
      const { location, mcp_context: context } = sampleFinding(line);
      return sampleFinding(line, {
        location: { ...location, start_line: line, end_line: line },
        mcp_context: { ...context, tool_name: `t${line}`, tool_names: [`t${line}`] },
        group: 'g',
        ...changes,
      });
    };
    const findings = [
      at(5, { severity: 'high' }),
      at(6),
      at(7),
      ...Array.from({ length: 10 }, (_, n) => at(n + 8)),
    ];
    const cause = { file_path: 'src/run.py', line: 3, helper: 'quoted' };
    const group = {
      id: 'g',
      rule_id: 'MCP-A001',
      severity: 'critical',
      findings: 13,
      tool_names: [],
      cause,
    } as const;
    const text = textReport(sampleReport(findings, { groups: [group] }), { width: 300 });
    expect(text).toContain('\n13 findings with 1 cause: 12 critical, 1 high\n');
    expect(text).toContain('\nCRITICAL (1, with 13 findings)\n');
    expect(text).not.toContain('HIGH (');
    expect(text).toContain('    src/server.py:6:5 · in 13 tools: t10, t11, t12 and 10 more · confidence');
    expect(text).toContain('    Cause: the values of 13 findings pass through `quoted`, src/run.py:3.\n');
    const places = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((line) => `src/server.py:${line}:5`);
    expect(text).toContain(`    Also at ${places.join(', ')} and 2 more\n`);
    expect(text.match(/Shell command built/gu)).toHaveLength(1);
    const few = textReport(sampleReport(findings.slice(0, 2), { groups: [group] }), { width: 300 });
    expect(few).toContain('    Also at src/server.py:5:5 (high)\n');
  });

  it('says why a finding is less certain, and what its tool promises', () => {
    const finding = sampleFinding(1, {
      lowered_because: [
        'Some texts are refused, which leaves all others.',
        'A validator was not understood.',
      ],
      by_design: true,
      promised_by: 'run_command: runs any command',
    });
    const text = textReport(sampleReport([finding]), { width: 200 });
    expect(text).toContain('    Less certain: Some texts are refused, which leaves all others.\n');
    expect(text).toContain('    Less certain: A validator was not understood.\n');
    expect(text).toContain('    By design: the tool promises this (run_command: runs any command).\n');
    expect(textReport(sampleReport([sampleFinding(1)]))).not.toMatch(/Less certain|By design/u);
  });

  it('counts malicious dependencies beside the findings', () => {
    const { dependencies } = withAdvisory(sampleReport([]));
    const advisories = dependencies.advisories.map((advisory) => ({ ...advisory, malicious: true }));
    const report = sampleReport([], { dependencies: { ...dependencies, advisories } });
    expect(textReport(report)).toContain('\nNo findings and 1 malicious dependency\n');
  });

  it('shows only the reason for a path without a package', () => {
    const files = { ...sampleReport([]).files, total: 0 };
    const report = sampleReport([], { files, complete: false, incomplete_reasons: ['it is none'] });
    expect(textReport(report)).toBe('Not analyzed\n  it is none\n');
    expect(textReport(report, { advice: 'give a folder' })).toBe('Not analyzed\n  give a folder\n');
  });

  it('does not report unmatched dependencies as clean', () => {
    const because = '^4.0.0 allows several versions';
    const list = [
      sampleDependency({ name: 'lodash', range: '^4.0.0', reason: 'open_range', because }),
      sampleDependency({ version: '1.2.0', compared: true }),
    ];
    const dependencies = {
      count: 3,
      direct: 1,
      advisories_observable: false,
      advisories: [],
      compared: 2,
      list,
      unknown: [{ file_path: 'bun.lockb', reason: 'is not read' }],
    };
    expect(textReport(sampleReport([], { dependencies }))).toContain('No advisories to compare them with');
    const text = textReport(sampleReport([], { dependencies }), { compared: true });
    expect(text).toContain(`DEPENDENCIES (3)
  2 were compared with advisories: no known advisory.
  Not compared:
  - lodash: ^4.0.0 allows several versions
  - bun.lockb: is not read
`);
    const some = textReport(withAdvisory(sampleReport([], { dependencies })), { compared: true });
    expect(some).toMatch(/advisories: 1 known\.\n {2}minimist 1\.2\.0: GHSA-1[^]*Not compared:/u);
  });

  it('marks controls that do not apply or are not observable', () => {
    const changes = [
      { control_id: 'SEC-001', applicable: false },
      { control_id: 'SUP-002', passed: false, observable: false, message: 'Not observable.' },
    ];
    const { controls } = sampleReport([]);
    const all = changes.flatMap((change) => controls.map((control) => ({ ...control, ...change })));
    const text = textReport(sampleReport([], { controls: all }));
    expect(text).toContain('CONTROLS (0 of 1 passed; docs/scoring.md explains ? and n/a)\n');
    expect(text).toContain('  n/a  SEC-001 Injection prevention\n');
    expect(text).toContain('  ?    SUP-002 Dependencies locked with integrity: Not observable.\n');
  });

  it('keeps to the width', () => {
    const description = 'many words that are put into lines of the width that there is '.repeat(8);
    for (const width of [40, 60, 100, 240]) {
      const text = textReport(sampleReport([sampleFinding(1, { description })]), { width });
      for (const line of text.split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(width);
    }
  });

  it('has colors only on request, with the same text', () => {
    const report = withAdvisory(sampleReport([sampleFinding(1), sampleFinding(2, { severity: 'low' })]));
    const coloured = textReport(report, { colour: true });
    expect(textReport(report)).not.toContain('\u001b');
    expect(coloured).toContain('\u001b[1;31mCRITICAL (1)\u001b[0m');
    // eslint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001b\[[\d;]+m/g, '')).toBe(textReport(report));
  });
});

describe('text from a package does not affect a terminal', () => {
  // eslint-disable-next-line no-control-regex
  const DOES_SOMETHING = /[\0-\t\v-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
  const lineCount = (text: string): number => text.split('\n').length;

  it.each(HOSTILE_TEXTS.map((text) => [text.slice(0, 40), text]))('%j', (_start, text) => {
    const shown = textReport(reportOfText(text), { width: 200 });
    expect(shown).not.toMatch(DOES_SOMETHING);
    expect(shown.isWellFormed()).toBe(true);
    expect(shown.length).toBeLessThan(20_000);
    const json = prettyJson(reportOfText(text));
    expect(json).not.toMatch(DOES_SOMETHING);
    expect(JSON.parse(json)).toEqual(JSON.parse(canonicalJson(reportOfText(text))));
  });

  it('any text, without adding lines that look like the report’s', () => {
    const texts = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), texts), (text) => {
        const shown = textReport(reportOfText(text), { width: 100_000 });
        expect(shown).not.toMatch(DOES_SOMETHING);
        expect(shown.isWellFormed()).toBe(true);
        expect(lineCount(shown)).toBeLessThanOrEqual(
          lineCount(textReport(reportOfText('x'), { width: 100_000 })),
        );
      }),
      { numRuns: 200 },
    );
  });
});
