import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RunState } from '../engine/values/run-state.js';
import { Flow } from '../engine/values/flow.js';
import type { Entry, Frame } from '../engine/frame.js';
import { Doubt, SanitizedFor, type Taint } from '../engine/values/taint.js';
import type { Value } from '../engine/values/value.js';
import { CONFIDENCES, SEVERITIES, type Finding } from './finding.js';
import { ALL_RULES } from '../rules/all-rules.js';
import type { Rule } from '../rules/rule.js';
import type { Found } from './found.js';
import { JAVASCRIPT_TRAITS } from '../languages/javascript/traits.js';
import { securityCap, vulnerabilityScore } from '../scoring/security-score.js';
import { failsControls } from '../scoring/weight-of-findings.js';
import { FindingGatherer } from './finding-gatherer.js';

const [rule] = ALL_RULES as readonly [Rule];

const frameOf = (kind: Entry['kind'], depth = 0): Frame => ({
  entry: { kind, name: kind === 'tool' ? 'run' : kind },
  module: 'server.js',
  scope: {
    id: 1,
    flow: new Flow<Value>(),
    module: 'server.js',
    traits: JAVASCRIPT_TRAITS,
    run: new RunState(),
  },
  depth,
  alive: true,
  exits: [],
  returns: [],
});

const taintOf = (sanitizedFor: number): Taint => ({
  source: {
    kind: 'tool-parameter',
    name: 'x',
    file: 'server.js',
    line: 1,
    entry: 'tool',
    early: false,
    id: 1,
  },
  sanitizedFor,
  last: { file: 'server.js', line: 1, message: 'the parameter `x`', previous: undefined },
});

const foundOf = (of: Partial<Found> = {}): Found => ({
  at: frameOf('tool'),
  lines: { line: 7, endLine: 7 },
  description: 'It does.',
  sink: 'exec',
  taint: taintOf(0),
  ...of,
});

function gathered(all: readonly Found[]): Finding[] {
  const gatherer = new FindingGatherer();
  for (const found of all) gatherer.add(rule, found);
  return gatherer.result();
}

const found: fc.Arbitrary<Found> = fc
  .record({
    kind: fc.constantFrom('tool', 'route', 'module', 'function'),
    depth: fc.constantFrom(0, 2),
    line: fc.constantFrom(7, 8),
    severity: fc.constantFrom(...SEVERITIES),
    confidence: fc.constantFrom(...CONFIDENCES),
    sanitizedFor: fc.constantFrom(0, ...Object.values(Doubt)),
  })
  .map(({ kind, depth, line, severity, confidence, sanitizedFor }) =>
    foundOf({
      at: frameOf(kind, depth),
      lines: { line, endLine: line },
      severity,
      confidence,
      taint: taintOf(sanitizedFor),
    }),
  );

const judged = (all: readonly Found[]): string[] =>
  gathered(all).map(({ location, severity, confidence, loweredBecause, reach }) =>
    [location.startLine, severity, confidence, ...loweredBecause, reach].join(' '),
  );

describe('doubt about a flow', () => {
  it.each(Object.entries(Doubt))('lowers the confidence and never the severity: %s', (_name, bit) => {
    for (const severity of SEVERITIES) {
      const [plain] = gathered([foundOf({ severity, confidence: 'high' })]);
      const [doubted] = gathered([foundOf({ severity, confidence: 'high', taint: taintOf(bit) })]);
      expect(plain).toMatchObject({ severity, confidence: 'high', loweredBecause: [] });
      expect(doubted).toMatchObject({ severity, confidence: 'medium' });
      expect(doubted?.loweredBecause).toHaveLength(1);
    }
  });

  it('lowers the confidence by one level, with all reasons in order', () => {
    const taint = taintOf(Doubt.AFFIX | Doubt.DENY_LIST);
    const doubts = ['Builtins are removed.'];
    expect(gathered([foundOf({ confidence: 'high', taint, doubts })])).toMatchObject([
      {
        confidence: 'medium',
        loweredBecause: [
          'Builtins are removed.',
          'Some texts are refused, which leaves all others.',
          'The start or the end is compared, which leaves the rest open.',
        ],
      },
    ]);
  });

  it('is there after a check for another class, and not after a check for its own', () => {
    // The first rule is of class A.
    const [other] = gathered([foundOf({ taint: taintOf(SanitizedFor.PATH) })]);
    const [own] = gathered([foundOf({ taint: taintOf(SanitizedFor.SHELL) })]);
    expect(other?.loweredBecause).toHaveLength(1);
    expect(own?.loweredBecause).toEqual([]);
  });

  it('does not count when the same finding is reported without any', () => {
    const doubted = foundOf({ confidence: 'high', taint: taintOf(Doubt.PATTERN) });
    const sure = foundOf({ confidence: 'high' });
    for (const order of [
      [doubted, sure],
      [sure, doubted],
    ])
      expect(gathered(order)).toMatchObject([{ confidence: 'high', loweredBecause: [] }]);
  });
});

describe('a finding reported twice at one location', () => {
  it('gets the higher severity and reach of both, in any order', () => {
    const near = foundOf({ severity: 'high' });
    const grave = foundOf({ severity: 'critical', at: frameOf('function') });
    for (const order of [
      [near, grave],
      [grave, near],
    ])
      expect(gathered(order)).toMatchObject([{ severity: 'critical', reach: 'handler', tool: 'run' }]);
  });

  it('does not depend on the order of reports', () => {
    const orders = fc
      .array(found, { maxLength: 6 })
      .chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        ),
      );
    fc.assert(
      fc.property(orders, ([all, other]) => {
        expect(judged(other)).toEqual(judged(all));
      }),
      { numRuns: 500 },
    );
  });

  it('never raises a score with further findings', () => {
    const read = { complete: true, reasons: [], productFiles: 1, parsedProductFiles: 1 };
    const capOf = (findings: readonly Finding[]): number =>
      securityCap({
        findings,
        scan: read,
        dependencies: {
          count: 0,
          withKnownLicense: 0,
          compared: 1,
          unknown: [],
          advisoriesObservable: true,
          matches: [],
          directInstallScripts: 0,
          unpinned: 0,
        },
      });
    fc.assert(
      fc.property(fc.array(found, { maxLength: 5 }), found, (all, another) => {
        const [before, after] = [gathered(all), gathered([...all, another])];
        expect(vulnerabilityScore(after)).toBeLessThanOrEqual(vulnerabilityScore(before));
        expect(capOf(after)).toBeLessThanOrEqual(capOf(before));
        expect(after.filter(failsControls).length).toBeGreaterThanOrEqual(
          before.filter(failsControls).length,
        );
      }),
      { numRuns: 500 },
    );
  });
});
