import { describe, expect, it } from '@jest/globals';
import type { Severity } from '../findings/finding.js';
import { verdictOf, type Judged } from './verdict.js';

type Group = Judged['groups'][number];

const group = (severity: Severity, tools: readonly string[], findings = 1): Group => ({
  id: `${severity} ${tools.join()}`,
  rule_id: 'MCP-A001',
  severity,
  findings,
  tool_names: tools,
  cause: { file_path: 'src/server.js', line: 3, helper: null },
});

const countsOf = (groups: readonly Group[]): Judged['finding_counts'] => {
  const of = (severity: Severity): number =>
    groups.reduce((sum, each) => sum + (each.severity === severity ? each.findings : 0), 0);
  return {
    total: groups.length,
    critical: of('critical'),
    high: of('high'),
    medium: of('medium'),
    low: of('low'),
  };
};

const report = (change: Partial<Judged> = {}): Judged => ({
  complete: true,
  incomplete_reasons: [],
  finding_counts: countsOf(change.groups ?? []),
  groups: [],
  certification_level: 2,
  files: { total: 3 },
  scores: { global_score: 85, msss_score: 88 },
  dependencies: { advisories: [] },
  offers: true,
  ...change,
});

const incomplete = (...reasons: string[]): Partial<Judged> => ({
  complete: false,
  incomplete_reasons: reasons,
});

const malicious = (...names: string[]): Partial<Judged> => ({
  dependencies: { advisories: names.map((name) => ({ name, malicious: true })) },
});

const ROWS: readonly (readonly [sentence: string, of: Partial<Judged>])[] = [
  ['certified at level 2: no findings', {}],
  ['certified at level 3: no findings', { certification_level: 3 }],
  [
    'certified at level 2: no critical or high finding, 2 medium, 1 low',
    { groups: [group('medium', ['a'], 2), group('low', [])] },
  ],
  [
    'certified at level 1: 1 high in tool `read`',
    { certification_level: 1, groups: [group('high', ['read'])] },
  ],
  [
    'not certified: 1 critical in tool `ping`',
    { certification_level: 0, groups: [group('critical', ['ping'])] },
  ],
  [
    'not certified: 2 critical in tools `a`, `b` and `c`, 1 high in tool `d`',
    {
      certification_level: 0,
      groups: [group('critical', ['a', 'b']), group('critical', ['b', 'c']), group('high', ['d'])],
    },
  ],
  [
    'not certified: 1 high in 4 tools at 43 locations',
    { certification_level: 0, groups: [group('high', ['a', 'b', 'c', 'd'], 43)] },
  ],
  [
    'not certified: 1 high in at least 200 tools',
    {
      certification_level: 0,
      groups: [
        group(
          'high',
          Array.from({ length: 200 }, (_, index) => `t${index}`),
        ),
      ],
    },
  ],
  ['not certified: 1 critical in src/server.js', { certification_level: 0, groups: [group('critical', [])] }],
  [
    'not certified: 2 critical',
    { certification_level: 0, groups: [group('critical', []), { ...group('critical', []), id: 'other' }] },
  ],
  ['not certified: the dependency `evil` is malicious', { certification_level: 0, ...malicious('evil') }],
  [
    'not certified: 2 dependencies are malicious, 1 high in tool `a`',
    { certification_level: 0, ...malicious('evil', 'bad', 'evil'), groups: [group('high', ['a'])] },
  ],
  [
    'not certified: 1 critical in tool `ping`; not analyzed: a.js: is minified, and 1 more',
    {
      certification_level: 0,
      groups: [group('critical', ['ping'])],
      ...incomplete('a.js: is minified', 'b.js: is minified'),
    },
  ],
  ['cannot be judged: no tools were recognized', { offers: false }],
  ['cannot be judged: no tools were recognized', { offers: false, groups: [group('medium', [])] }],
  [
    'cannot be judged: no tools were recognized; not analyzed: a.js: is minified',
    { offers: false, certification_level: 0, ...incomplete('a.js: is minified') },
  ],
  [
    'not certified: 1 critical in src/server.js',
    { offers: false, certification_level: 0, groups: [group('critical', [])] },
  ],
  ['cannot be judged: a.js: is minified', { certification_level: 0, ...incomplete('a.js: is minified') }],
  [
    'cannot be judged: the package has no files',
    { certification_level: 0, files: { total: 0 }, offers: false, ...incomplete('the package has no files') },
  ],
  [
    'certified at level 1: no critical or high finding, 1 medium; not analyzed: a.json: is no JSON',
    { certification_level: 1, groups: [group('medium', ['a'])], ...incomplete('a.json: is no JSON') },
  ],
  [
    'not certified: the global score is 52, and level 1 needs 60 (no critical or high finding, 9 medium)',
    {
      certification_level: 0,
      scores: { global_score: 52, msss_score: 70 },
      groups: [group('medium', ['a'], 9)],
    },
  ],
  [
    'not certified: the MSSS score is 40, and level 1 needs 60 (no critical or high finding, 20 medium)',
    {
      certification_level: 0,
      scores: { global_score: 66, msss_score: 40 },
      groups: [group('medium', ['a'], 20)],
    },
  ],
];

describe('the verdict of a report', () => {
  it.each(ROWS)('%s', (sentence, change) => {
    expect(verdictOf(report(change))).toBe(sentence);
  });

  it('never says that what was not read, or has no tools, is certified at level 2', () => {
    for (const change of [{ offers: false }, incomplete('a.js: is minified')])
      for (const level of [0, 1])
        expect(verdictOf(report({ ...change, certification_level: level }))).not.toContain('level 2');
  });

  it('shows nothing of the package that could affect a terminal', () => {
    const groups = [group('critical', [`\u001b[2J${'x'.repeat(500)}`])];
    const shown = verdictOf(report({ certification_level: 0, groups, ...incomplete('\u202ea'.repeat(400)) }));
    expect(shown).not.toMatch(/[\u001b\u202e]/u); // eslint-disable-line no-control-regex
    expect(shown.length).toBeLessThan(500);
  });
});
