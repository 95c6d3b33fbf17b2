import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CONFIDENCES, type Reach, SEVERITIES } from '../findings/finding.js';
import { TRANSPORTS } from '../surface/surface.js';
import { VULNERABILITY_CLASSES } from '../findings/classes.js';
import type {
  AssessedFinding,
  Assessment,
  CodeQualityFacts,
  DependencyFacts,
  DependencyMatch,
  LockfileState,
  ScanFacts,
  ToolFacts,
} from './assessment.js';
import { evaluateControls } from './controls.js';
import { scoreWeightsOf, SCORING_VERSION } from './score-weights.js';
import { computeScores, type Scores } from './scores.js';

const RUNS = { numRuns: 500 };
const REACHES: readonly Reach[] = ['handler', 'reachable', 'unreachable'];
/** True in nine of ten cases: properties of high scores are vacuous without any. */
const mostly = fc.integer({ min: 0, max: 9 }).map((number) => number > 0);
const seldom = mostly.map((yes) => !yes);

/** A part and a whole, often equal. */
const partOf = (most: number): fc.Arbitrary<[part: number, whole: number]> =>
  fc
    .tuple(fc.nat(most), fc.nat(most), mostly)
    .map(([a, b, equal]) => (equal ? [b, b] : [Math.min(a, b), Math.max(a, b)]));

const finding: fc.Arbitrary<AssessedFinding> = fc
  .record({
    vulnerabilityClass: fc.constantFrom(...VULNERABILITY_CLASSES),
    number: fc.integer({ min: 1, max: 2 }),
    severity: fc.constantFrom(...SEVERITIES),
    confidence: fc.constantFrom(...CONFIDENCES),
    reach: fc.constantFrom(...REACHES),
    fingerprint: fc.string({ maxLength: 3 }),
  })
  .map(({ number, ...rest }) => ({ ...rest, ruleId: `MCP-${rest.vulnerabilityClass}00${number}` }));

/** None, some weak ones, or arbitrary ones, often several of one rule. */
const findings = fc.oneof(
  fc.constant<AssessedFinding[]>([]),
  fc.array(
    finding.map((each) => ({ ...each, confidence: 'low' as const })),
    { maxLength: 8 },
  ),
  fc.array(finding, { maxLength: 12 }),
  fc.array(
    finding.map((each) => ({ ...each, ruleId: 'MCP-B001', vulnerabilityClass: 'B' as const })),
    { maxLength: 12 },
  ),
);

const match: fc.Arbitrary<DependencyMatch> = fc.record({
  package: fc.constantFrom('npm:a@1.0.0', 'npm:b@1.0.0'),
  severity: fc.constantFrom(...SEVERITIES),
  context: fc.constantFrom('direct', 'transitive', 'dev'),
  malicious: seldom,
});

const dependencies: fc.Arbitrary<DependencyFacts> = fc
  .record({
    licenses: partOf(50),
    compared: fc.nat(20),
    unknown: fc.constant([]),
    advisoriesObservable: mostly,
    matches: fc.oneof(fc.constant<DependencyMatch[]>([]), fc.array(match, { maxLength: 9 })),
    directInstallScripts: fc.oneof(fc.constant(0), fc.nat(5)),
    unpinned: fc.oneof(fc.constant(0), fc.nat(5)),
  })
  .map(({ licenses: [withKnownLicense, count], ...rest }) => ({ ...rest, count, withKnownLicense }));

const lockfile: fc.Arbitrary<LockfileState> = fc.oneof(
  fc
    .tuple(partOf(200), mostly)
    .map(([[hashed, locked], inSync]) => ({ state: 'present' as const, locked, hashed, inSync })),
  fc.constantFrom<LockfileState[]>({ state: 'none_needed' }, { state: 'not_observable' }, { state: 'none' }),
);

const tool: fc.Arbitrary<ToolFacts> = fc
  .record({ typedSchema: mostly, described: mostly, strings: partOf(6), namedInReadme: mostly })
  .map(({ strings: [boundedStringParameters, stringParameters], ...rest }) => ({
    ...rest,
    boundedStringParameters,
    stringParameters,
  }));

const scan: fc.Arbitrary<ScanFacts> = fc
  .record({
    files: partOf(9),
    complete: mostly,
    reasons: fc.array(fc.string(), { maxLength: 1 }),
    clean: mostly,
  })
  .map(({ files: [parsedProductFiles, productFiles], clean, ...rest }) =>
    clean
      ? { complete: true, reasons: [], productFiles: productFiles + 1, parsedProductFiles: productFiles + 1 }
      : { ...rest, parsedProductFiles, productFiles },
  );

const codeQuality: fc.Arbitrary<CodeQualityFacts> = fc
  .record({ calls: partOf(9), swallowed: seldom, blanketSuppressions: fc.nat(1) })
  .map(({ calls: [outboundCallsWithTimeout, outboundCalls], swallowed, blanketSuppressions }) => ({
    outboundCalls,
    outboundCallsWithTimeout,
    swallowedExceptions: swallowed ? 1 : 0,
    blanketSuppressions,
  }));

const assessment: fc.Arbitrary<Assessment> = fc.record({
  findings,
  scan,
  bundle: fc.boolean(),
  surface: fc.record({
    tools: fc.array(tool, { maxLength: 3 }),
    transport: fc.record({
      kind: fc.constantFrom(...TRANSPORTS),
      bindsLoopback: mostly,
      usesTls: mostly,
      checksOrigin: mostly,
      authenticates: mostly,
    }),
  }),
  codeQuality,
  dependencies,
  lockfile,
  license: fc.constantFrom('permissive', 'permissive', 'weak_copyleft', 'unrecognised', 'none'),
  documentation: fc.record({
    readmeLength: fc.oneof(fc.constant(null), fc.constant(900), fc.nat(900)),
    installation: mostly,
    usage: mostly,
    securityPolicy: mostly,
    licenseFile: mostly,
    changelog: mostly,
  }),
  tests: fc.record({
    files: fc.nat(3),
    runner: mostly,
    lines: fc.nat(900),
    sourceLines: fc.nat(900),
  }),
  ci: fc.record({
    workflow: mostly,
    runsTests: mostly,
    actionsPinned: mostly,
    leastPermissions: mostly,
    scannerOrBot: mostly,
  }),
  storedEvidence: fc.record({ sbom: mostly, attestation: mostly }),
});

const GRADES = ['F', 'D', 'C', 'B', 'A'];

/** All scores and levels by name. */
const numbersOf = ({ breakdown, ...scores }: Scores): Record<string, number> => ({
  global: scores.global,
  security: scores.security,
  supplyChain: scores.supplyChain,
  maturity: scores.maturity,
  msss: scores.msss,
  msssLevel: scores.msssLevel,
  certificationLevel: scores.certificationLevel,
  grade: GRADES.indexOf(scores.grade),
  ...breakdown.security,
  ...breakdown.supplyChain,
  ...breakdown.maturity,
});

const passedBy = (given: Assessment): string[] =>
  evaluateControls(given)
    .filter((result) => result.passed)
    .map((result) => result.id);

/** Expects that no score or level is higher for `after`, and that it passes no further control. */
function expectNotRaised(before: Assessment, after: Assessment, except: readonly string[] = []): void {
  const [was, is] = [numbersOf(computeScores(before)), numbersOf(computeScores(after))];
  const raised = Object.keys(was).filter((name) => (is[name] ?? Number.NaN) > (was[name] ?? Number.NaN));
  expect(raised.filter((name) => !except.includes(name))).toEqual([]);
  const passedBefore = new Set(passedBy(before));
  expect(passedBy(after).filter((id) => !passedBefore.has(id))).toEqual([]);
}

const withDependencies = (given: Assessment, of: Partial<DependencyFacts>): Assessment => ({
  ...given,
  dependencies: { ...given.dependencies, ...of },
});

describe('another finding', () => {
  it('never raises a score, a level or a control', () => {
    fc.assert(
      fc.property(assessment, finding, (given, another) => {
        expectNotRaised(given, { ...given, findings: [...given.findings, another] });
      }),
      RUNS,
    );
  });

  it('about a dependency never raises one either', () => {
    fc.assert(
      fc.property(assessment, match, ({ dependencies: facts, ...rest }, another) => {
        const given = { ...rest, dependencies: facts };
        expectNotRaised(given, withDependencies(given, { matches: [...facts.matches, another] }));
        const { directInstallScripts, unpinned } = facts;
        expectNotRaised(given, withDependencies(given, { directInstallScripts: directInstallScripts + 1 }));
        expectNotRaised(given, withDependencies(given, { unpinned: unpinned + 1 }));
      }),
      RUNS,
    );
  });

  it('that becomes worse never raises one either', () => {
    const worse = finding.chain((is) =>
      fc
        .record({
          severity: fc.constantFrom(...SEVERITIES.slice(SEVERITIES.indexOf(is.severity))),
          confidence: fc.constantFrom(...CONFIDENCES.slice(CONFIDENCES.indexOf(is.confidence))),
          reach: fc.constantFrom(...REACHES.slice(REACHES.indexOf(is.reach))),
        })
        .map((was) => [{ ...is, ...was }, is] as const),
    );
    fc.assert(
      fc.property(assessment, worse, (given, [was, is]) => {
        // When a high becomes critical, the MSSS score counts one high less; its level is then 0.
        const except = was.severity === 'high' && is.severity === 'critical' ? ['msss'] : [];
        const [before, after] = [was, is].map((each) => ({ ...given, findings: [...given.findings, each] }));
        if (before !== undefined && after !== undefined) expectNotRaised(before, after, except);
      }),
      RUNS,
    );
  });
});

describe('the order of the findings', () => {
  it('does not matter', () => {
    const shuffled = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
      fc.shuffledSubarray([...values], { minLength: values.length, maxLength: values.length });
    const twice = assessment.chain((given) =>
      fc
        .record({
          findings: shuffled(given.findings),
          matches: shuffled(given.dependencies.matches),
          tools: shuffled(given.surface.tools),
        })
        .map(({ findings, matches, tools }): [Assessment, Assessment] => [
          given,
          withDependencies(
            {
              ...given,
              findings,
              surface: { ...given.surface, tools },
            },
            { matches },
          ),
        ]),
    );
    fc.assert(
      fc.property(twice, ([given, other]) => {
        expect(computeScores(other)).toEqual(computeScores(given));
        expect(evaluateControls(other)).toEqual(evaluateControls(given));
      }),
      RUNS,
    );
  });
});

describe('the global score', () => {
  const sureAndReachable = (given: Assessment, severity: string): boolean =>
    given.findings.some(
      (each) => each.severity === severity && each.confidence !== 'low' && each.reach !== 'unreachable',
    );

  it('of at least 60 implies no critical finding, and of at least 80 no high one', () => {
    fc.assert(
      fc.property(assessment, (given) => {
        const { global } = computeScores(given);
        if (sureAndReachable(given, 'critical')) expect(global).toBeLessThan(60);
        if (given.dependencies.matches.some((each) => each.malicious)) expect(global).toBeLessThan(60);
        if (sureAndReachable(given, 'high')) expect(global).toBeLessThan(80);
      }),
      RUNS,
    );
  });

  it('is the weighted sum of the three, rounded half up', () => {
    fc.assert(
      fc.property(assessment, (given) => {
        const scores = computeScores(given);
        const { security, supplyChain, maturity, global } = scores;
        const weights = scoreWeightsOf(SCORING_VERSION);
        const tenths = 5 * security + 3 * supplyChain + 2 * maturity;
        expect(global).toBe(Math.floor((tenths + 5) / 10));
        const sum =
          weights.security * security + weights.supplyChain * supplyChain + weights.maturity * maturity;
        expect(Math.abs(global - sum)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
      RUNS,
    );
  });
});

describe('every score', () => {
  it('is an integer from 0 to 100, and every level is one from 0 to 3', () => {
    fc.assert(
      fc.property(assessment, (given) => {
        for (const [name, value] of Object.entries(numbersOf(computeScores(given)))) {
          expect(Number.isInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(name.endsWith('_level') ? 3 : 100);
        }
      }),
      RUNS,
    );
  });

  it('of certification is bounded by the MSSS level and the global score', () => {
    fc.assert(
      fc.property(assessment, (given) => {
        const { certificationLevel, msssLevel, global } = computeScores(given);
        expect(certificationLevel).toBeLessThanOrEqual(msssLevel);
        expect(certificationLevel === 0 || global >= 60).toBe(true);
        const criticals = given.findings.filter((each) => each.severity === 'critical');
        if (criticals.length > 0) expect(certificationLevel).toBe(0);
      }),
      RUNS,
    );
  });
});

describe('an incomplete scan', () => {
  it('never scores as clean, is at most level 1, and passes no security control', () => {
    const incomplete = fc.tuple(assessment, fc.nat(2)).map(([given, why]): [Assessment, Assessment] => {
      const { productFiles } = given.scan;
      const scans: Partial<ScanFacts>[] = [
        { complete: false },
        { reasons: ['A file is too large.'] },
        { productFiles: productFiles + 1 },
      ];
      return [given, { ...given, scan: { ...given.scan, ...scans[why] } }];
    });
    fc.assert(
      fc.property(incomplete, ([whole, given]) => {
        const scores = computeScores(given);
        expect(scores.security).toBeLessThanOrEqual(58);
        expect(scores.global).toBeLessThan(80);
        expect(scores.msss).toBeLessThan(80);
        expect(scores.msssLevel).toBeLessThanOrEqual(1);
        expect(scores.certificationLevel).toBeLessThanOrEqual(1);
        expect(passedBy(given).filter((id) => id.startsWith('SEC-'))).toEqual([]);
        expectNotRaised(whole, given);
      }),
      RUNS,
    );
  });
});

describe('a suppression of the publisher', () => {
  it('changes nothing for a finding, and never raises anything for a file', () => {
    fc.assert(
      fc.property(assessment, fc.infiniteStream(fc.boolean()), (given, choices) => {
        const findings = given.findings.map((each) => ({
          ...each,
          suppressed: choices.next().value === true,
        }));
        expect(computeScores({ ...given, findings })).toEqual(computeScores(given));
        expect(evaluateControls({ ...given, findings })).toEqual(evaluateControls(given));
        const blanketSuppressions = given.codeQuality.blanketSuppressions + 1;
        expectNotRaised(given, { ...given, codeQuality: { ...given.codeQuality, blanketSuppressions } });
      }),
      RUNS,
    );
  });
});

describe('the assessments of these tests', () => {
  it('reach every level and every grade', () => {
    const sample = fc.sample(assessment, { numRuns: 6000, seed: 1 }).map(computeScores);
    expect(new Set(sample.map((scores) => scores.certificationLevel))).toEqual(new Set([0, 1, 2, 3]));
    expect(new Set(sample.map((scores) => scores.msssLevel))).toEqual(new Set([0, 1, 2, 3]));
    expect(new Set(sample.map((scores) => scores.grade))).toEqual(new Set(GRADES));
  });
});
