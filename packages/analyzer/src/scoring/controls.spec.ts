import { describe, expect, it } from '@jest/globals';
import { VULNERABILITY_CLASSES, type VulnerabilityClass } from '../findings/classes.js';
import type { AssessedFinding, Assessment, DependencyFacts, ToolFacts } from './assessment.js';
import { CONTROL_CATALOG, type ControlId } from './control-catalog.js';
import { type ControlResult, evaluateControls } from './controls.js';

const TOOL: ToolFacts = {
  typedSchema: true,
  described: true,
  stringParameters: 5,
  boundedStringParameters: 5,
  namedInReadme: true,
};

/** An assessment that passes all controls. */
const CLEAN: Assessment = {
  findings: [],
  scan: { complete: true, reasons: [], productFiles: 3, parsedProductFiles: 3 },
  bundle: false,
  surface: {
    tools: [TOOL],
    transport: {
      kind: 'http',
      bindsLoopback: true,
      usesTls: false,
      checksOrigin: true,
      authenticates: true,
    },
  },
  codeQuality: {
    outboundCalls: 0,
    outboundCallsWithTimeout: 0,
    swallowedExceptions: 0,
    blanketSuppressions: 0,
  },
  dependencies: {
    count: 2,
    withKnownLicense: 2,
    compared: 1,
    unknown: [],
    advisoriesObservable: true,
    matches: [],
    directInstallScripts: 0,
    unpinned: 0,
  },
  lockfile: { state: 'present', locked: 100, hashed: 99, inSync: true },
  license: 'permissive',
  documentation: {
    readmeLength: 500,
    installation: false,
    usage: false,
    securityPolicy: false,
    licenseFile: false,
    changelog: false,
  },
  tests: { files: 1, runner: true, lines: 1, sourceLines: 100 },
  ci: {
    workflow: true,
    runsTests: true,
    actionsPinned: false,
    leastPermissions: false,
    scannerOrBot: false,
  },
  storedEvidence: { sbom: false, attestation: false },
};

const found = (
  vulnerabilityClass: VulnerabilityClass,
  of: Partial<AssessedFinding> = {},
): AssessedFinding => ({
  ruleId: `MCP-${vulnerabilityClass}001`,
  vulnerabilityClass,
  severity: 'medium',
  confidence: 'medium',
  reach: 'unreachable',
  fingerprint: `of ${vulnerabilityClass}`,
  ...of,
});

const resultOf = (id: ControlId, of: Partial<Assessment>): ControlResult => {
  const result = evaluateControls({ ...CLEAN, ...of }).find((each) => each.id === id);
  if (result === undefined) throw new Error(`no result of ${id}`);
  return result;
};

const failedIds = (of: Partial<Assessment>): string[] =>
  evaluateControls({ ...CLEAN, ...of })
    .filter((result) => !result.passed)
    .map((result) => result.id);

const surface = (of: {
  tools?: ToolFacts[];
  transport?: Partial<Assessment['surface']['transport']>;
}): Pick<Assessment, 'surface'> => ({
  surface: {
    tools: of.tools ?? CLEAN.surface.tools,
    transport: { ...CLEAN.surface.transport, ...of.transport },
  },
});

const dependencies = (of: Partial<DependencyFacts>): Pick<Assessment, 'dependencies'> => ({
  dependencies: { ...CLEAN.dependencies, ...of },
});

const scan = (of: Partial<Assessment['scan']>): Pick<Assessment, 'scan'> => ({
  scan: { ...CLEAN.scan, ...of },
});

describe('evaluateControls', () => {
  it.each<[string, Partial<Assessment>]>([
    ['dependencies.withKnownLicense', dependencies({ withKnownLicense: 3 })],
    ['dependencies.unpinned', dependencies({ unpinned: -1 })],
    ['surface.tools[1].stringParameters', surface({ tools: [TOOL, { ...TOOL, stringParameters: 0.5 }] })],
    [
      'surface.tools[0].boundedStringParameters',
      surface({ tools: [{ ...TOOL, boundedStringParameters: 6 }] }),
    ],
    ['scan.parsedProductFiles', scan({ parsedProductFiles: 4 })],
    ['lockfile.hashed', { lockfile: { state: 'present', locked: 1, hashed: 2, inSync: true } }],
    ['tests.lines', { tests: { ...CLEAN.tests, lines: Number.NaN } }],
    [
      'codeQuality.outboundCallsWithTimeout',
      { codeQuality: { ...CLEAN.codeQuality, outboundCallsWithTimeout: 1 } },
    ],
  ])('rejects an impossible %s', (name, of) => {
    expect(() => evaluateControls({ ...CLEAN, ...of })).toThrow(RangeError);
    expect(() => evaluateControls({ ...CLEAN, ...of })).toThrow(name);
  });

  it('passes all controls, in the order of the catalog, for a clean package', () => {
    const results = evaluateControls(CLEAN);
    expect(results.map((result) => result.id)).toEqual(CONTROL_CATALOG.map((control) => control.id));
    expect(results.map((result) => result.severity)).toEqual(
      CONTROL_CATALOG.map((control) => control.severity),
    );
    for (const result of results) {
      expect(result).toMatchObject({
        passed: true,
        applicable: true,
        observable: true,
        evidence: [],
      });
    }
  });

  it.each<[ControlId, string]>([
    ['SEC-001', 'AD'],
    ['SEC-002', 'B'],
    ['SEC-003', 'E'],
    ['SEC-004', 'FG'],
    ['SEC-005', 'L'],
    ['SEC-006', 'K'],
    ['SEC-008', 'C'],
    ['SEC-009', 'H'],
    ['SEC-010', 'MN'],
    ['SEC-011', 'IJ'],
  ])('fails only %s for a finding of each class in %s', (id, classes) => {
    for (const letter of VULNERABILITY_CLASSES.filter((each) => classes.includes(each))) {
      expect(failedIds({ findings: [found(letter)] })).toEqual([id]);
      expect(resultOf(id, { findings: [found(letter)] }).evidence).toEqual([`of ${letter}`]);
    }
  });

  it('has a control for every class', () => {
    for (const letter of VULNERABILITY_CLASSES) {
      expect(failedIds({ findings: [found(letter)] })).toHaveLength(1);
    }
  });

  it('passes with findings of low severity or low confidence, and mentions them', () => {
    const findings = [
      found('A', { severity: 'low', confidence: 'high', reach: 'handler' }),
      found('A', { severity: 'critical', confidence: 'low', reach: 'handler' }),
    ];
    expect(resultOf('SEC-001', { findings })).toMatchObject({
      passed: true,
      evidence: [],
      message: 'No finding of class A or D of at least medium severity and confidence; 2 below that.',
    });
  });

  it('lists each finding as evidence once, in code-unit order', () => {
    const findings = ['b', 'Z', 'b', 'é', 'a'].map((fingerprint) => found('D', { fingerprint }));
    expect(resultOf('SEC-001', { findings })).toMatchObject({
      passed: false,
      severity: 'critical',
      evidence: ['Z', 'a', 'b', 'é'],
      message: '5 findings of class A or D of at least medium severity and confidence.',
    });
  });

  it.each<[string, Partial<Assessment['scan']>]>([
    ['is not complete', { complete: false }],
    ['has a reason for incompleteness', { reasons: ['A file is minified.'] }],
    ['lacks a file', { parsedProductFiles: 2 }],
    ['has no product file', { productFiles: 0, parsedProductFiles: 0 }],
  ])('passes no security control when the scan %s', (_what, of) => {
    const given = { ...scan(of), ...surface({ tools: [] }), findings: [found('A')] };
    const results = evaluateControls({ ...CLEAN, ...given });
    for (const result of results.filter((each) => each.id.startsWith('SEC-'))) {
      expect(result).toMatchObject(
        result.id === 'SEC-001'
          ? { passed: false, observable: true, severity: 'critical' }
          : { passed: false, observable: false, severity: 'low', applicable: true },
      );
    }
    expect(results.filter((each) => !each.id.startsWith('SEC-')).every((each) => each.passed)).toBe(true);
  });

  it.each<[ControlId, Partial<Assessment>]>([
    ['SEC-009', surface({ transport: { kind: 'unknown' } })],
    ['SUP-001', dependencies({ advisoriesObservable: false })],
    ['SUP-002', { bundle: true, lockfile: { state: 'none' } }],
    ['MAT-002', { bundle: true, tests: { ...CLEAN.tests, files: 0 } }],
    ['MAT-003', { bundle: true, ci: { ...CLEAN.ci, workflow: false } }],
  ])('fails %s with severity low when it is not observable, and says so', (id, of) => {
    const result = resultOf(id, of);
    expect(result).toMatchObject({ passed: false, applicable: true, observable: false, severity: 'low' });
    expect(result.message).toMatch(/^Not observable: /);
  });

  it.each<[ControlId, Partial<Assessment>]>([
    ['SEC-007', surface({ tools: [] })],
    ['SUP-001', dependencies({ count: 0, withKnownLicense: 0 })],
    ['SUP-002', { lockfile: { state: 'none_needed' } }],
  ])('passes %s when it does not apply, and says so', (id, of) => {
    const result = resultOf(id, of);
    expect(result).toMatchObject({ passed: true, applicable: false, observable: true });
    expect(result.message).toMatch(/^Not applicable: /);
  });

  it.each<[ControlId, Partial<Assessment>]>([
    ['SUP-003', { license: 'none' }],
    ['MAT-001', { documentation: { ...CLEAN.documentation, readmeLength: 499 } }],
    ['MAT-002', { tests: { ...CLEAN.tests, files: 0 } }],
  ])('fails %s alone, with the severity of the catalog', (id, of) => {
    expect(failedIds(of)).toEqual([id]);
    expect(resultOf(id, of).severity).toBe(resultOf(id, {}).severity);
  });
});
