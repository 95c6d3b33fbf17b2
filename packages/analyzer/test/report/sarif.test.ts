import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { applyBaseline } from '../../src/report/baseline.js';
import { prettyJson } from '../../src/report/canonical-json.js';
import type { ReportedFinding } from '../../src/report/report.js';
import type { SarifLog, SarifResult, SarifRun } from '../../src/report/sarif-log.js';
import { toSarif } from '../../src/report/sarif.js';
import {
  HOSTILE_TEXTS,
  reportOfText,
  sampleFinding,
  sampleReport,
  sampleRule,
} from '../support/sample-report.js';

const RULES = [sampleRule('MCP-A001'), sampleRule('MCP-A002', 'medium')];

const {
  $schema: _draft,
  id: _id,
  ...schema
} = JSON.parse(readFileSync(new URL('../schemas/sarif-2.1.0-rtm.5.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(ajv);
const validate = ajv.compile(schema);

function expectValid(log: SarifLog): void {
  validate(JSON.parse(prettyJson(log)));
  expect(validate.errors ?? []).toEqual([]);
}

function theOne<Each>(list: readonly Each[]): Each {
  const [each] = list;
  if (each === undefined) throw new Error('there is none');
  return each;
}

const runOf = ({ runs }: SarifLog): SarifRun => theOne(runs);

function resultOf(finding: ReportedFinding): SarifResult {
  const log = toSarif(sampleReport([finding]), RULES);
  expectValid(log);
  return theOne(runOf(log).results);
}

const uriOf = (path: string): string | undefined =>
  resultOf(sampleFinding(1, { location: { file_path: path, start_line: 1, end_line: 1 } })).locations[0]
    ?.physicalLocation.artifactLocation.uri;

const textOf = (description: string): string => resultOf(sampleFinding(1, { description })).message.text;

describe('toSarif', () => {
  it('is SARIF 2.1.0, with findings and without', () => {
    expectValid(toSarif(sampleReport([]), []));
    expectValid(toSarif(sampleReport([sampleFinding(1), sampleFinding(2)]), RULES));
  });

  it('has findings of preview rules as a property, which no reader makes an alert of', () => {
    const rules = RULES.map((rule) => ({ ...rule, preview: true as const }));
    const log = toSarif(
      sampleReport([], { preview_findings: [sampleFinding(1, { description: 'a\nb' })] }),
      rules,
    );
    expectValid(log);
    const run = runOf(log);
    expect(run.results).toEqual([]);
    expect(run.properties['preview_findings']).toEqual([
      expect.objectContaining({ rule_id: 'MCP-A001', message: 'a b', uri: 'src/server.py', start_line: 7 }),
    ]);
    expect(run.tool.driver.rules[0]).toMatchObject({
      defaultConfiguration: { level: 'none' },
      properties: { tags: ['security', 'mcp', 'preview', 'external/cwe/cwe-078', 'owasp-mcp/mcp05'] },
    });
    expect(runOf(toSarif(sampleReport([]), rules)).properties).not.toHaveProperty('preview_findings');
  });

  it('describes each rule, with or without findings', () => {
    const { rules } = runOf(toSarif(sampleReport([]), RULES)).tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(['MCP-A001', 'MCP-A002']);
    expect(rules[0]).toMatchObject({
      name: 'ShellCommandBuiltFromWhatAClientSends',
      shortDescription: { text: 'Shell command built from what a client sends' },
      defaultConfiguration: { level: 'error' },
      properties: {
        'security-severity': '9.8',
        precision: 'high',
        tags: ['security', 'mcp', 'external/cwe/cwe-078', 'owasp-mcp/mcp05'],
        documentation: 'docs/rules.md#mcp-a001',
      },
    });
    expect(rules[0]?.help.text).toContain('Start the program without a shell.');
    expect(rules[0]?.help.markdown).toContain('```python');
    expect(rules[1]?.defaultConfiguration.level).toBe('warning');
  });

  it('reports a finding with its location, its flow and its fingerprint', () => {
    const finding = sampleFinding(1, { rule_id: 'MCP-A002', severity: 'low' });
    expect(resultOf(finding)).toMatchObject({
      ruleId: 'MCP-A002',
      ruleIndex: 1,
      level: 'note',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/server.py', uriBaseId: '%SRCROOT%' },
            region: {
              startLine: 7,
              startColumn: 5,
              endLine: 8,
              endColumn: 2,
              snippet: { text: 'subprocess.run(f"ping {host}", shell=True)' },
            },
          },
          logicalLocations: [{ name: 'run_ping', kind: 'function' }],
        },
      ],
      partialFingerprints: {
        'mcpAnalyze/v1': finding.fingerprint,
        'mcpAnalyzeGroup/v1': finding.group,
      },
      suppressions: [],
      properties: { severity: 'low', tool_name: 'ping', tool_names: ['ping'], owasp_mcp: 'MCP05' },
    });
    const steps = resultOf(finding).codeFlows?.[0]?.threadFlows[0]?.locations;
    expect(
      steps?.map(({ location }) => [location.physicalLocation.region.startLine, location.message?.text]),
    ).toEqual([
      [5, 'the tool parameter `host`'],
      [7, 'reaches subprocess.run'],
    ]);
  });

  it('says why a finding is less certain, and what its tool promises', () => {
    const reasons = ['A validator was not understood.'];
    const finding = sampleFinding(1, {
      lowered_because: reasons,
      by_design: true,
      promised_by: 'run: runs any',
    });
    expect(resultOf(finding).properties).toMatchObject({
      lowered_because: reasons,
      by_design: true,
      promised_by: 'run: runs any',
    });
    const { properties } = resultOf(sampleFinding(1));
    expect(properties).not.toHaveProperty('lowered_because');
    expect(properties).not.toHaveProperty('by_design');
  });

  it('has the verdict and the groups in the properties of the run', () => {
    const report = sampleReport([sampleFinding(1), sampleFinding(2)]);
    const log = toSarif(report, RULES);
    expectValid(log);
    expect(runOf(log).properties).toMatchObject({ verdict: report.verdict, groups: report.groups });
  });

  it('has no columns that contradict its lines', () => {
    const regionOf = (columns: Partial<ReportedFinding['location']>) => {
      const location = { file_path: 'a.js', start_line: 3, end_line: 3, ...columns };
      return theOne(resultOf(sampleFinding(1, { location })).locations).physicalLocation.region;
    };
    expect(regionOf({})).toEqual({ startLine: 3, endLine: 3 });
    expect(regionOf({ start_column: 5 })).toEqual({ startLine: 3, startColumn: 5, endLine: 3 });
    expect(regionOf({ start_column: 5, end_column: 4 })).toEqual({
      startLine: 3,
      startColumn: 5,
      endLine: 3,
    });
    expect(regionOf({ start_column: 5, end_column: 4, end_line: 4 })).toEqual({
      startLine: 3,
      startColumn: 5,
      endLine: 4,
      endColumn: 4,
    });
  });

  it('has no flow without data flow, and no index for an unknown rule', () => {
    expect(resultOf(sampleFinding(1, { trace: sampleFinding(1).trace.slice(1) }))).not.toHaveProperty(
      'codeFlows',
    );
    expect(resultOf(sampleFinding(1, { rule_id: 'MCP-Z999' }))).not.toHaveProperty('ruleIndex');
  });

  it('reports findings without a line on line 1', () => {
    const { locations } = resultOf(
      sampleFinding(1, { location: { file_path: 'package.json', start_line: 0, end_line: 0 } }),
    );
    const { region } = theOne(locations).physicalLocation;
    expect(region).toEqual({ startLine: 1, endLine: 1 });
  });

  it('suppresses findings in the baseline, and only marks the publisher’s suppressions', () => {
    const findings = [sampleFinding(1), sampleFinding(2, { suppressed: true })];
    const marked = applyBaseline(findings, new Set([sampleFinding(1).fingerprint]));
    const log = toSarif(sampleReport(marked), RULES);
    expectValid(log);
    expect(
      runOf(log).results.map(({ baselineState, suppressions }) => [baselineState, suppressions]),
    ).toEqual([
      ['unchanged', [{ kind: 'external', status: 'accepted', justification: expect.any(String) }]],
      ['new', [{ kind: 'inSource', status: 'underReview', justification: expect.any(String) }]],
    ]);
  });

  it('marks the run as failed when the analysis is incomplete', () => {
    const log = toSarif(
      sampleReport([], { complete: false, incomplete_reasons: ['a.js: is minified'] }),
      RULES,
    );
    expectValid(log);
    expect(runOf(log).invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          {
            descriptor: { id: 'not-analyzed', index: 0 },
            level: 'error',
            message: { text: 'a.js: is minified' },
          },
        ],
      },
    ]);
    expect(runOf(toSarif(sampleReport([]), RULES)).invocations[0]?.executionSuccessful).toBe(true);
  });

  it('contains no folder or time of the machine, and is deterministic', () => {
    const report = sampleReport([sampleFinding(1)]);
    const text = prettyJson(toSarif(report, RULES));
    expect(text).not.toMatch(/file:|\d{4}-\d{2}-\d{2}T|Utc|workingDirectory/);
    expect(text).not.toContain(process.cwd());
    expect(prettyJson(toSarif(structuredClone(report), [...RULES]))).toBe(text);
  });

  it.each([
    ['src/a b.py', 'src/a%20b.py'],
    ['100%/#1?.js', '100%25/%231%3F.js'],
    ['süß/日本.ts', 's%C3%BC%C3%9F/%E6%97%A5%E6%9C%AC.ts'],
    ['c:/windows', 'c%3A/windows'],
    ['javascript:alert(1)', 'javascript%3Aalert(1)'],
    ['../../etc/passwd', 'etc/passwd'],
    ['//host/share', 'host/share'],
    ['/etc/passwd', 'etc/passwd'],
    ['a\n\0\u202e.py', 'a%0A%00%E2%80%AE.py'],
    ['lone\ud800.py', 'lone%EF%BF%BD.py'],
    ['a\\b', 'a%5Cb'],
  ])('converts the path %j to the relative URI %s', (path, uri) => {
    expect(uriOf(path)).toBe(uri);
  });

  it('writes messages without links and placeholders from the package', () => {
    expect(textOf('see [here](javascript:alert(1))')).toBe('see [here] (javascript:alert(1))');
    expect(textOf('[a]\u200b(http://x)')).toBe(String.raw`[a]\u{{200b}}(http://x)`);
    expect(textOf('{0} `${x}`')).toBe('{{0}} `${{x}}`');
  });

  it.each(HOSTILE_TEXTS.map((text) => [text.slice(0, 40), text]))(
    'is harmless with %j anywhere',
    (_start, text) => {
      const log = toSarif(reportOfText(text), RULES);
      expectValid(log);
      const json = prettyJson(log);
      expect(json.isWellFormed()).toBe(true);
      // eslint-disable-next-line no-control-regex
      expect(json).not.toMatch(/[\0-\t\v-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/);
      for (const { message, locations } of runOf(log).results) {
        expect(message.text).not.toContain('](');
        expect(message.text.length).toBeLessThanOrEqual(2000);
        expect(locations[0]?.physicalLocation.artifactLocation.uri).not.toMatch(
          /^\/|^[a-z]+:|(?:^|\/)\.\.(?:\/|$)/i,
        );
      }
    },
  );

  it('stays valid with any text', () => {
    const texts = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), texts), (text) =>
        expectValid(toSarif(reportOfText(text), RULES)),
      ),
      { numRuns: 60 },
    );
  });
});
