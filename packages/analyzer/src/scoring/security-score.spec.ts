import { describe, expect, it } from '@jest/globals';
import type { AssessedFinding, Assessment, ToolFacts } from './assessment.js';
import {
  codeQualityScore,
  secretScore,
  securityCap,
  securityScore,
  vulnerabilityScore,
} from './security-score.js';

const found = (of: Partial<AssessedFinding> = {}): AssessedFinding => ({
  ruleId: 'MCP-A001',
  vulnerabilityClass: 'A',
  severity: 'high',
  confidence: 'high',
  reach: 'handler',
  fingerprint: 'f',
  ...of,
});

const secret = { ruleId: 'MCP-E001', vulnerabilityClass: 'E' } as const;

describe('vulnerabilityScore', () => {
  it.each<[Partial<AssessedFinding>, number]>([
    [{ severity: 'critical' }, 60],
    [{ severity: 'high' }, 80],
    [{ severity: 'medium' }, 90],
    [{ severity: 'low' }, 95],
    [{ severity: 'critical', confidence: 'medium' }, 72],
    [{ severity: 'critical', confidence: 'low' }, 84],
    [{ severity: 'critical', reach: 'reachable' }, 68],
    [{ severity: 'critical', reach: 'unreachable' }, 80],
    [{ severity: 'high', confidence: 'medium', reach: 'reachable' }, 89], // 100 − 11.2
    [{ severity: 'low', confidence: 'low', reach: 'unreachable' }, 99],
  ])('with %j is %d', (of, score) => {
    expect(vulnerabilityScore([found(of)])).toBe(score);
  });

  it('is 100 without findings', () => {
    expect(vulnerabilityScore([])).toBe(100);
  });

  it('deducts half as much for each further finding of the same rule', () => {
    // 20 + 10 + 5
    expect(vulnerabilityScore([found(), found(), found()])).toBe(65);
    // 20 + 14 / 2
    expect(vulnerabilityScore([found({ confidence: 'medium' }), found()])).toBe(73);
  });

  it('deducts in full for each rule, even of the same class', () => {
    expect(vulnerabilityScore([found(), found({ ruleId: 'MCP-A002' })])).toBe(60);
  });

  it('is never negative', () => {
    const rules = ['MCP-A001', 'MCP-A002', 'MCP-A003'];
    expect(vulnerabilityScore(rules.map((ruleId) => found({ ruleId, severity: 'critical' })))).toBe(0);
  });

  it('ignores secrets, which have their own score', () => {
    expect(vulnerabilityScore([found(secret)])).toBe(100);
    expect(secretScore([found(secret)])).toBe(80);
    expect(secretScore([found()])).toBe(100);
  });
});

describe('codeQualityScore', () => {
  const tool: ToolFacts = {
    typedSchema: true,
    described: true,
    stringParameters: 0,
    boundedStringParameters: 0,
    namedInReadme: true,
  };
  const facts = (of: {
    tools?: readonly ToolFacts[];
    scan?: Partial<Assessment['scan']>;
    code?: Partial<Assessment['codeQuality']>;
  }): Parameters<typeof codeQualityScore>[0] => ({
    surface: {
      tools: of.tools ?? [tool, tool],
      transport: {
        kind: 'stdio',
        bindsLoopback: false,
        usesTls: false,
        checksOrigin: false,
        authenticates: false,
      },
    },
    scan: { complete: true, reasons: [], productFiles: 4, parsedProductFiles: 4, ...of.scan },
    codeQuality: {
      outboundCalls: 3,
      outboundCallsWithTimeout: 3,
      swallowedExceptions: 0,
      blanketSuppressions: 0,
      ...of.code,
    },
  });

  it.each([
    ['everything', {}, 100],
    ['a tool without a typed schema', { tools: [tool, { ...tool, typedSchema: false }] }, 70],
    ['a tool without a description', { tools: [{ ...tool, described: false }, tool] }, 90],
    ['a call without a time limit', { code: { outboundCallsWithTimeout: 2 } }, 80],
    ['a swallowed exception', { code: { swallowedExceptions: 1 } }, 90],
    ['a file with a parse error', { scan: { parsedProductFiles: 3 } }, 80],
    [
      'one tool, without schema and description',
      { tools: [{ ...tool, typedSchema: false, described: false }] },
      60,
    ],
    ['one call, without a time limit', { code: { outboundCalls: 1, outboundCallsWithTimeout: 0 } }, 80],
    ['one product file', { scan: { productFiles: 1, parsedProductFiles: 1 } }, 100],
    ['no product file', { scan: { productFiles: 0, parsedProductFiles: 0 } }, 80],
    ['a blanket suppression', { code: { blanketSuppressions: 1 } }, 90],
    // 5 of 6: the two checks of tools are left out.
    ['no tools, and a swallowed exception', { tools: [], code: { swallowedExceptions: 1 } }, 83],
    // 7 of 8: the check of time limits is left out.
    [
      'no calls, and a swallowed exception',
      { code: { outboundCalls: 0, outboundCallsWithTimeout: 0, swallowedExceptions: 2 } },
      88,
    ],
    [
      'nothing',
      {
        tools: [{ ...tool, typedSchema: false, described: false }],
        scan: { parsedProductFiles: 0 },
        code: { outboundCallsWithTimeout: 0, swallowedExceptions: 1, blanketSuppressions: 1 },
      },
      0,
    ],
  ])('of code with %s is counted by the weights', (_what, of, score) => {
    expect(codeQualityScore(facts(of))).toBe(score);
  });
});

describe('securityCap', () => {
  const assessed = (findings: AssessedFinding[]): Parameters<typeof securityCap>[0] => ({
    findings,
    scan: { complete: true, reasons: [], productFiles: 1, parsedProductFiles: 1 },
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

  it.each<[Partial<AssessedFinding>[], number]>([
    [[{ severity: 'critical' }], 18],
    [[{ severity: 'critical', confidence: 'medium', reach: 'reachable' }], 18],
    [[{ severity: 'high' }], 58],
    [[{ severity: 'high', confidence: 'medium', reach: 'reachable' }], 58],
    [[{ severity: 'high' }, { severity: 'critical' }], 18],
    [[{ severity: 'critical', confidence: 'low' }], 100],
    [[{ severity: 'critical', reach: 'unreachable' }], 100],
    [[{ severity: 'high', confidence: 'low' }], 100],
    [[{ severity: 'high', reach: 'unreachable' }], 100],
    [[{ severity: 'medium' }, { severity: 'low' }], 100],
    [[], 100],
  ])('with %j is %d', (of, cap) => {
    expect(securityCap(assessed(of.map((each) => found(each))))).toBe(cap);
  });

  it('of a malicious dependency is that of a critical finding', () => {
    const { dependencies, ...rest } = assessed([]);
    const match = {
      package: 'npm:evil@1.0.0',
      severity: 'low',
      context: 'dev',
      malicious: true,
    } as const;
    expect(securityCap({ ...rest, dependencies: { ...dependencies, matches: [match] } })).toBe(18);
  });

  it.each([
    ['is said to be incomplete', { complete: false }],
    ['has a reason for incompleteness', { reasons: ['A file is too large.'] }],
    ['lacks a file', { productFiles: 2 }],
    ['has no file', { productFiles: 0, parsedProductFiles: 0 }],
  ])('of a scan that %s is that of a high finding', (_what, of) => {
    const given = assessed([]);
    expect(securityCap({ ...given, scan: { ...given.scan, ...of } })).toBe(58);
  });
});

describe('securityScore', () => {
  it.each([
    [100, 100, 100, 100],
    [100, 0, 0, 60],
    [0, 100, 0, 25],
    [0, 0, 100, 15],
    [67, 98, 70, 75], // 40.2 + 24.5 + 10.5 = 75.2
    [100, 98, 100, 100], // 99.5
  ])('of vulnerabilities %d, secrets %d and code quality %d is %d', (v, s, q, score) => {
    expect(securityScore(v, s, q)).toBe(score);
  });
});
