import { describe, expect, it } from '@jest/globals';
import type { AssessedFinding, DependencyMatch } from './assessment.js';
import { msssLevel, msssScore } from './msss.js';

type Assessed = Parameters<typeof msssScore>[0];

const MALICIOUS: DependencyMatch = {
  package: 'npm:evil@1.0.0',
  severity: 'critical',
  context: 'transitive',
  malicious: true,
};

const found = (
  severity: AssessedFinding['severity'],
  confidence: AssessedFinding['confidence'] = 'high',
  reach: AssessedFinding['reach'] = 'handler',
): AssessedFinding => ({
  ruleId: 'MCP-A001',
  vulnerabilityClass: 'A',
  severity,
  confidence,
  reach,
  fingerprint: 'f',
});

const times = (count: number, finding: AssessedFinding): AssessedFinding[] =>
  Array<AssessedFinding>(count).fill(finding);

const assessed = (
  findings: AssessedFinding[],
  complete = true,
  matches: DependencyMatch[] = [],
): Assessed => ({
  findings,
  scan: { complete, reasons: [], productFiles: 1, parsedProductFiles: 1 },
  dependencies: {
    count: 1,
    withKnownLicense: 1,
    compared: 1,
    unknown: [],
    advisoriesObservable: true,
    matches,
    directInstallScripts: 0,
    unpinned: 0,
  },
});

const weak = found('high', 'low', 'unreachable');

describe('msssScore', () => {
  it.each<[string, Assessed, number]>([
    ['nothing', assessed([]), 100],
    ['nothing in an incomplete scan', assessed([], false), 79],
    ['a low', assessed([found('low')]), 98],
    ['a medium', assessed([found('medium')]), 95],
    ['a medium that is unsure', assessed([found('medium', 'low')]), 98],
    ['a medium of medium confidence', assessed([found('medium', 'medium')]), 97], // 96.5
    ['a medium that is reachable', assessed([found('medium', 'high', 'reachable')]), 96],
    ['a medium that is unreachable', assessed([found('medium', 'high', 'unreachable')]), 98], // 97.5
    ['mediums of one rule, each in full', assessed(times(4, found('medium'))), 80],
    ['more deductions than points', assessed(times(21, found('medium'))), 0],
    ['a high', assessed([found('high')]), 72], // 85 × .85 = 72.25
    ['two highs', assessed(times(2, found('high'))), 49], // 70 × .7
    ['a weak high', assessed([weak]), 82], // 97 × .85 = 82.45
    ['six weak highs', assessed(times(6, weak)), 8], // 82 × .1
    ['seven weak highs, whose factor would be negative', assessed(times(7, weak)), 0],
    ['a critical', assessed([found('critical')]), 38], // 75 × .5
    ['two criticals', assessed(times(2, found('critical'))), 13], // 50 × .25
    ['three criticals', assessed(times(3, found('critical'))), 6], // 25 × .25
    ['a critical and three highs', assessed([found('critical'), ...times(3, weak)]), 33], // 66 × .5
    // The factor of four highs is .4: less than .5 and more than .25.
    ['a critical and four highs', assessed([found('critical'), ...times(4, weak)]), 25], // 63 × .4
    ['two criticals and five highs', assessed([...times(2, found('critical')), ...times(5, weak)]), 9], // 35 × .25
    ['two criticals and six highs', assessed([...times(2, found('critical')), ...times(6, weak)]), 3], // 32 × .1
    ['a malicious dependency', assessed([], true, [MALICIOUS]), 50],
    ['a malicious dependency and its finding', assessed([found('critical')], true, [MALICIOUS]), 38],
  ])('with %s', (_what, given, score) => {
    expect(msssScore(given)).toBe(score);
  });
});

describe('msssLevel', () => {
  it.each<[string, Assessed, number, number]>([
    ['a critical', assessed([found('critical')]), 100, 0],
    ['a weak critical', assessed([found('critical', 'low', 'unreachable')]), 100, 0],
    ['a malicious dependency', assessed([], true, [MALICIOUS]), 100, 0],
    ['four highs', assessed(times(4, weak)), 100, 0],
    ['three highs', assessed(times(3, weak)), 100, 1],
    ['a high', assessed([weak]), 100, 1],
    ['an incomplete scan', assessed([], false), 100, 1],
    ['59', assessed([]), 59, 0],
    ['60', assessed([]), 60, 1],
    ['79', assessed([]), 79, 1],
    ['80', assessed([]), 80, 2],
    ['89', assessed([]), 89, 2],
    ['90', assessed([]), 90, 3],
  ])('with %s', (_what, given, score, level) => {
    expect(msssLevel(given, score)).toBe(level);
  });
});
