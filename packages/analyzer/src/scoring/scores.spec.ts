import { describe, expect, it } from '@jest/globals';
import type { AssessedFinding, Assessment, ToolFacts } from './assessment.js';
import { scoreWeightsOf, SCORING_VERSION } from './score-weights.js';
import { computeScores } from './scores.js';

const found = (of: Partial<AssessedFinding>): AssessedFinding => ({
  ruleId: 'MCP-B001',
  vulnerabilityClass: 'B',
  severity: 'high',
  confidence: 'high',
  reach: 'handler',
  fingerprint: 'f',
  ...of,
});

const tool = (of: Partial<ToolFacts> = {}): ToolFacts => ({
  typedSchema: true,
  described: true,
  stringParameters: 1,
  boundedStringParameters: 1,
  namedInReadme: true,
  ...of,
});

/** The example of docs/scoring.md. */
const EXAMPLE: Assessment = {
  findings: [
    found({ reach: 'reachable' }), // 16 points
    found({ confidence: 'medium' }), // 14, halved as the second of its rule
    found({ ruleId: 'MCP-M002', vulnerabilityClass: 'M', severity: 'medium' }), // 10
    found({
      ruleId: 'MCP-E003',
      vulnerabilityClass: 'E',
      severity: 'medium',
      confidence: 'low',
      reach: 'unreachable',
    }), // 2
  ],
  scan: { complete: true, reasons: [], productFiles: 12, parsedProductFiles: 12 },
  bundle: false,
  surface: {
    tools: [tool(), tool(), tool(), tool(), tool({ described: false, namedInReadme: false })],
    transport: {
      kind: 'stdio',
      bindsLoopback: false,
      usesTls: false,
      checksOrigin: false,
      authenticates: false,
    },
  },
  codeQuality: {
    outboundCalls: 2,
    outboundCallsWithTimeout: 1,
    swallowedExceptions: 0,
    blanketSuppressions: 0,
  },
  dependencies: {
    count: 60,
    withKnownLicense: 45,
    compared: 1,
    unknown: [],
    advisoriesObservable: true,
    matches: [
      { package: 'npm:a@1.0.0', severity: 'high', context: 'direct', malicious: false },
      { package: 'npm:a@1.0.0', severity: 'medium', context: 'direct', malicious: false },
      {
        package: 'npm:b@2.0.0',
        severity: 'medium',
        context: 'transitive',
        malicious: false,
      },
    ],
    directInstallScripts: 1,
    unpinned: 1,
  },
  lockfile: { state: 'present', locked: 60, hashed: 58, inSync: true },
  license: 'permissive',
  documentation: {
    readmeLength: 4200,
    installation: true,
    usage: true,
    securityPolicy: false,
    licenseFile: true,
    changelog: false,
  },
  tests: { files: 3, runner: true, lines: 300, sourceLines: 2500 },
  ci: {
    workflow: true,
    runsTests: true,
    actionsPinned: false,
    leastPermissions: true,
    scannerOrBot: false,
  },
  storedEvidence: { sbom: false, attestation: false },
};

/** An assessment without any deduction. */
const FLAWLESS: Assessment = {
  ...EXAMPLE,
  findings: [],
  surface: { ...EXAMPLE.surface, tools: [tool()] },
  codeQuality: { ...EXAMPLE.codeQuality, outboundCallsWithTimeout: 2 },
  dependencies: {
    ...EXAMPLE.dependencies,
    withKnownLicense: 60,
    matches: [],
    directInstallScripts: 0,
    unpinned: 0,
  },
  lockfile: { state: 'present', locked: 60, hashed: 60, inSync: true },
  documentation: { ...EXAMPLE.documentation, securityPolicy: true, changelog: true },
  tests: { files: 3, runner: true, lines: 750, sourceLines: 2500 },
  ci: { ...EXAMPLE.ci, actionsPinned: true, scannerOrBot: true },
  storedEvidence: { sbom: true, attestation: true },
};

describe('computeScores', () => {
  it('rejects impossible counts', () => {
    const tests = { ...EXAMPLE.tests, files: Number.POSITIVE_INFINITY };
    expect(() => computeScores({ ...EXAMPLE, tests })).toThrow(
      new RangeError('tests.files must be a whole number from 0, and is Infinity'),
    );
    const scan = { ...EXAMPLE.scan, parsedProductFiles: 13 };
    expect(() => computeScores({ ...EXAMPLE, scan })).toThrow(
      new RangeError('scan.parsedProductFiles must be at most 12, and is 13'),
    );
  });

  it('computes the scores of the example in the documentation', () => {
    expect(SCORING_VERSION).toBe('scoring-1.1.0');
    expect(computeScores(EXAMPLE)).toEqual({
      global: 66, // (290 + 213 + 154) / 10 = 65.7
      security: 58, // 75.2, with a high finding
      supplyChain: 71, // 28 + 18.6 + 24
      maturity: 77, // 30.4 + 28 + 18.75
      grade: 'D',
      msss: 50, // (100 − 12 − 10.5 − 5 − 1) × .7 = 50.05
      msssLevel: 0,
      certificationLevel: 0,
      certificationName: 'level_0_not_compliant',
      breakdown: {
        security: { vulnerabilities: 67, secrets: 98, codeQuality: 70 },
        supplyChain: { dependencies: 56, licenses: 93, lockfile: 80 },
        maturity: { documentation: 76, tests: 80, ci: 75 },
      },
    });

    it.each(['scoring-1.0.0', SCORING_VERSION])('has the weights of the contract in %s', (version) => {
      expect(scoreWeightsOf(version)).toEqual({ security: 0.5, supplyChain: 0.3, maturity: 0.2 });
    });
  });

  it('computes higher scores once the two highs are fixed', () => {
    const findings = EXAMPLE.findings.filter((finding) => finding.severity !== 'high');
    expect(computeScores({ ...EXAMPLE, findings })).toMatchObject({
      global: 81, // (445 + 213 + 154) / 10 = 81.2
      security: 89, // 54 + 24.5 + 10.5
      grade: 'B',
      msss: 94,
      msssLevel: 3,
      certificationLevel: 2,
      certificationName: 'level_2_standard',
    });
  });

  it('computes 100 for a flawless package, and level 3 with stored evidence', () => {
    expect(computeScores(FLAWLESS)).toMatchObject({
      global: 100,
      security: 100,
      supplyChain: 100,
      maturity: 100,
      grade: 'A',
      msss: 100,
      msssLevel: 3,
      certificationLevel: 3,
      certificationName: 'level_3_advanced',
    });
    const storedEvidence = { sbom: true, attestation: false };
    expect(computeScores({ ...FLAWLESS, storedEvidence }).certificationLevel).toBe(2);
  });

  it.each([
    ['critical', 18, 59, 'F'],
    ['high', 58, 79, 'C'],
    ['medium', 94, 97, 'A'],
  ] as const)('caps the scores of otherwise flawless code with one %s', (severity, ...expected) => {
    const { security, global, grade } = computeScores({
      ...FLAWLESS,
      findings: [found({ severity })],
    });
    expect([security, global, grade]).toEqual(expected);
  });

  it('gives level 1 after a failed MCP-critical control', () => {
    const surface = { ...FLAWLESS.surface, tools: [tool({ boundedStringParameters: 0 })] };
    expect(computeScores({ ...FLAWLESS, surface })).toMatchObject({
      global: 100,
      certificationLevel: 1,
      certificationName: 'level_1_baseline',
    });
  });

  it('does not give the benefit of the doubt to an incomplete scan', () => {
    const scan = { ...FLAWLESS.scan, complete: false, reasons: ['A file is minified.'] };
    expect(computeScores({ ...FLAWLESS, scan })).toMatchObject({
      global: 79,
      security: 58,
      grade: 'C',
      msss: 79,
      msssLevel: 1,
      certificationLevel: 1,
    });
  });

  it('treats files that bundles never contain as unobservable, not as absent', () => {
    const stripped = {
      lockfile: { state: 'none' },
      tests: { files: 0, runner: true, lines: 0, sourceLines: 2500 },
      ci: { ...FLAWLESS.ci, workflow: false, scannerOrBot: false },
    } as const;
    expect(computeScores({ ...FLAWLESS, ...stripped, bundle: true }).breakdown).toMatchObject({
      supplyChain: { lockfile: 50 },
      maturity: { tests: 20, ci: 0 },
    });
    expect(computeScores({ ...FLAWLESS, ...stripped }).breakdown.supplyChain.lockfile).toBe(0);
  });
});
