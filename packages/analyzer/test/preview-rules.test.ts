import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { analyze, incompleteAnalysis } from '../src/analysis/analyze.js';
import type { PackageFiles } from '../src/files/source-file.js';
import { exitCodeOf } from '../src/report/fail-on.js';
import type { AnalysisReport } from '../src/report/report.js';
import { toSarif } from '../src/report/sarif.js';
import { ALL_RULES } from '../src/rules/all-rules.js';
import type { Rule } from '../src/rules/rule.js';
import { releaseOf } from './support/release.js';

const RULES = new URL('../src/rules/', import.meta.url);
const PREVIEWS = ALL_RULES.filter(({ preview }) => preview);

const encoded = (texts: Readonly<Record<string, string>>): PackageFiles =>
  new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]));

const SERVER = encoded({
  'package.json': '{ "name": "clock", "version": "1.0.0", "bin": "server.js", "license": "MIT" }',
  'server.js': `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "clock", version: "1.0.0" });
server.registerTool("now", { description: "The time.", inputSchema: {} }, async () => ({
  content: [{ type: "text", text: new Date().toISOString() }],
}));
`,
});

/** A rule that finds something in any package. */
function everywhere(rule: Rule, changes: Partial<Rule>): Rule {
  const { id, class: letter, title, severity, confidence, cwe, cvss, fix } = rule;
  const { what, why, example, notCounted } = rule;
  return {
    ...{ id, class: letter, title, severity, confidence, cwe, cvss, fix, what, why, example, notCounted },
    package: (_view, report) =>
      report({
        at: { file: 'server.js' },
        lines: { line: 3, endLine: 3 },
        sink: 'sink',
        description: 'It is there.',
      }),
    ...changes,
  };
}

const reportWith = async (rules: readonly Rule[]): Promise<AnalysisReport> =>
  (await analyze(SERVER, { rules })).report;

const withoutPreviews = ({ preview_findings: _, ...report }: AnalysisReport): object => report;

/** The samples that name a preview rule, each as a package of its own. */
const samples = (): PackageFiles[] =>
  readdirSync(RULES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/samples\/[^/]+\.txt$/u.test(path))
    .flatMap((path) => {
      const [, ...parts] = readFileSync(new URL(path, RULES), 'utf8').split(/^=== (.*)\n/mu);
      return parts.flatMap((name, index) => {
        const text = parts[index + 1] ?? '';
        const isOne = index % 2 === 0 && PREVIEWS.some(({ id }) => text.includes(id));
        return isOne ? [encoded({ [name.split(' ')[0] ?? '']: text })] : [];
      });
    });

describe('a preview rule', () => {
  it.each(ALL_RULES.map((rule) => [rule.id, rule] as const))(
    'changes nothing of the report but its own list: %s',
    async (id, rule) => {
      const none = await reportWith([]);
      for (const severity of ['critical', 'low'] as const) {
        const report = await reportWith([everywhere(rule, { preview: true, severity })]);
        expect(report.preview_findings?.map(({ rule_id }) => rule_id)).toEqual([id]);
        expect(withoutPreviews(report)).toEqual(none);
        expect(exitCodeOf(report, 'low')).toBe(exitCodeOf(none, 'low'));
        expect(toSarif(report, ALL_RULES).runs[0].results).toEqual([]);
      }
      // The same finding counts once the rule is no preview any more.
      const counted = await reportWith([everywhere(rule, { severity: 'critical' })]);
      expect(counted.finding_counts.critical).toBe(1);
      expect(counted.certification_level).toBe(0);
      expect(counted).not.toHaveProperty('preview_findings');
    },
  );

  it('leaves what the others find as it is, in its samples', async () => {
    const others = ALL_RULES.filter(({ preview }) => !preview);
    const seen = new Set<string>();
    for (const files of samples()) {
      const { report } = await analyze(files);
      for (const { rule_id: id } of report.preview_findings ?? []) seen.add(id);
      if (report.preview_findings === undefined) continue;
      expect(withoutPreviews(report)).toEqual((await analyze(files, { rules: others })).report);
    }
    expect([...seen].sort()).toEqual(PREVIEWS.map(({ id }) => id).sort());
  });

  it('is reported apart of every distribution of a release', async () => {
    const { files, release } = releaseOf({
      'x-1.0-py3-none-any.whl': { 'x/__init__.py': '', 'x/server.py': 'print(1)\n' },
      'x-1.0.tar.gz': { 'x/__init__.py': '', 'x/server.py': 'print(2)\n' },
    });
    const rules = PREVIEWS.map((rule) =>
      everywhere(rule, {
        preview: true,
        package: (_view, report) =>
          report({
            at: { file: 'x/server.py' },
            lines: { line: 1, endLine: 1 },
            sink: 's',
            description: 'D.',
          }),
      }),
    );
    const { report } = await analyze(files, { rules, release });
    expect(report.findings).toEqual([]);
    expect(report.preview_findings?.length).toBe(2 * PREVIEWS.length);
  });
});

describe('a report without findings of preview rules', () => {
  it('has no list of them', async () => {
    expect(await reportWith([])).not.toHaveProperty('preview_findings');
    expect((await incompleteAnalysis('it is broken')).report).not.toHaveProperty('preview_findings');
  });
});
