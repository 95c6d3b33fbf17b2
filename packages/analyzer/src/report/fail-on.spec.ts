import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  EXIT,
  exitCodeOf,
  failsOn,
  THRESHOLDS,
  type ExitCode,
  type JudgedReport,
  type Threshold,
} from './fail-on.js';
import { CONFIDENCES, SEVERITIES } from '../findings/finding.js';
import type { ReportedFinding } from './report.js';

type Judged = Pick<ReportedFinding, 'severity' | 'confidence' | 'baseline_state'>;

const finding = (changes: Partial<Judged> = {}): Judged => ({
  severity: 'high',
  confidence: 'high',
  ...changes,
});

describe('failsOn', () => {
  it.each<[Threshold, boolean, boolean, boolean, boolean]>([
    ['critical', true, false, false, false],
    ['high', true, true, false, false],
    ['medium', true, true, true, false],
    ['low', true, true, true, true],
    ['none', false, false, false, false],
  ])('%s: critical %s, high %s, medium %s, low %s', (threshold, ...expected) => {
    expect(SEVERITIES.map((severity) => failsOn(finding({ severity }), threshold))).toEqual(expected);
  });

  it('counts findings of low confidence only with the threshold low', () => {
    const unsure = finding({ severity: 'critical', confidence: 'low' });
    expect(THRESHOLDS.map((threshold) => failsOn(unsure, threshold))).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(failsOn(finding({ confidence: 'medium' }), 'high')).toBe(true);
  });

  it('ignores findings in the baseline, but not new ones', () => {
    expect(failsOn(finding({ baseline_state: 'unchanged' }), 'low')).toBe(false);
    expect(failsOn(finding({ baseline_state: 'new' }), 'high')).toBe(true);
  });
});

const judgedReport = (
  complete: boolean,
  findings: readonly Judged[],
  ...malicious: boolean[]
): JudgedReport => ({
  complete,
  findings,
  dependencies: { advisories: malicious.map((each) => ({ malicious: each })) },
});

describe('exitCodeOf', () => {
  it('fails for a malicious dependency like for a critical finding, but not for other advisories', () => {
    for (const threshold of THRESHOLDS) {
      const expected = threshold === 'none' ? EXIT.clean : EXIT.findings;
      expect(exitCodeOf(judgedReport(true, [], false, true), threshold)).toBe(expected);
      expect(exitCodeOf(judgedReport(true, [], false), threshold)).toBe(EXIT.clean);
    }
  });

  it.each<[boolean, readonly Judged[], ExitCode]>([
    [true, [], EXIT.clean],
    [true, [finding({ severity: 'medium' })], EXIT.clean],
    [true, [finding()], EXIT.findings],
    [false, [], EXIT.incomplete],
    [false, [finding({ severity: 'medium' })], EXIT.incomplete],
    [false, [finding()], EXIT.findings],
  ])('complete %s with %j is %s', (complete, findings, code) => {
    expect(exitCodeOf(judgedReport(complete, findings), 'high')).toBe(code);
  });

  it('never becomes clean with another finding or an incomplete analysis', () => {
    const judged = fc.record({
      severity: fc.constantFrom(...SEVERITIES),
      confidence: fc.constantFrom(...CONFIDENCES),
      baseline_state: fc.constantFrom('new' as const, 'unchanged' as const),
    });
    fc.assert(
      fc.property(
        fc.array(judged),
        judged,
        fc.boolean(),
        fc.constantFrom(...THRESHOLDS),
        (all, one, complete, threshold) => {
          const code = exitCodeOf(judgedReport(complete, all), threshold);
          const codeOfMore = exitCodeOf(judgedReport(complete, [...all, one]), threshold);
          if (codeOfMore === EXIT.clean) expect(code).toBe(EXIT.clean);
          if (code === EXIT.findings) expect(codeOfMore).toBe(EXIT.findings);
          expect(exitCodeOf(judgedReport(false, all), threshold)).not.toBe(EXIT.clean);
        },
      ),
    );
  });
});
