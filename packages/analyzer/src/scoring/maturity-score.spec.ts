import { describe, expect, it } from '@jest/globals';
import type { CiFacts, DocumentationFacts, TestFacts, ToolFacts } from './assessment.js';
import { ciScore, documentationScore, maturityScore, testScore } from './maturity-score.js';

describe('documentationScore', () => {
  const all: DocumentationFacts = {
    readmeLength: 500,
    installation: true,
    usage: true,
    securityPolicy: true,
    licenseFile: true,
    changelog: true,
  };
  const tools = (named: number, all: number): ToolFacts[] =>
    Array.from({ length: all }, (_, index) => ({
      typedSchema: true,
      described: true,
      stringParameters: 0,
      boundedStringParameters: 0,
      namedInReadme: index < named,
    }));

  it.each<[string, Partial<DocumentationFacts>, number]>([
    ['everything', {}, 100],
    ['a short README', { readmeLength: 499 }, 60],
    // Without a README, these facts are false as well: 15 + 10 + 5.
    ['no README', { readmeLength: null }, 30],
    ['no installation', { installation: false }, 90],
    ['no usage', { usage: false }, 90],
    ['no security policy', { securityPolicy: false }, 85],
    ['no licence file', { licenseFile: false }, 90],
    ['no changelog', { changelog: false }, 95],
  ])('with %s', (_what, of, score) => {
    expect(documentationScore({ ...all, ...of }, tools(2, 2))).toBe(score);
  });

  it.each([
    [0, 3, 80],
    [1, 3, 87], // 6.67
    [4, 5, 96],
    [0, 0, 100],
  ])('with %d of %d tools named in the README is %d', (named, count, score) => {
    expect(documentationScore(all, tools(named, count))).toBe(score);
  });

  it('is 0 with nothing', () => {
    const nothing = { readmeLength: null, installation: false, usage: false } as const;
    const files = { securityPolicy: false, licenseFile: false, changelog: false } as const;
    expect(documentationScore({ ...nothing, ...files }, [])).toBe(0);
  });
});

describe('testScore', () => {
  it.each<[TestFacts, number]>([
    [{ files: 0, runner: false, lines: 0, sourceLines: 1000 }, 0],
    [{ files: 0, runner: true, lines: 0, sourceLines: 1000 }, 20],
    [{ files: 1, runner: false, lines: 99, sourceLines: 1000 }, 40],
    [{ files: 1, runner: true, lines: 99, sourceLines: 1000 }, 60],
    [{ files: 1, runner: true, lines: 100, sourceLines: 1000 }, 80],
    [{ files: 1, runner: true, lines: 299, sourceLines: 1000 }, 80],
    [{ files: 1, runner: true, lines: 300, sourceLines: 1000 }, 100],
    [{ files: 1, runner: true, lines: 1, sourceLines: 1 }, 100],
    [{ files: 1, runner: true, lines: 300, sourceLines: 0 }, 60],
    [{ files: 0, runner: false, lines: 300, sourceLines: 1000 }, 0],
  ])('of %j is %d', (facts, score) => {
    expect(testScore(facts)).toBe(score);
  });
});

describe('ciScore', () => {
  const all: CiFacts = {
    workflow: true,
    runsTests: true,
    actionsPinned: true,
    leastPermissions: true,
    scannerOrBot: true,
  };

  it.each<[Partial<CiFacts>, number]>([
    [{}, 100],
    [{ runsTests: false }, 80],
    [{ actionsPinned: false }, 85],
    [{ leastPermissions: false }, 85],
    [{ scannerOrBot: false }, 90],
    [{ workflow: false }, 10],
    [{ workflow: false, scannerOrBot: false }, 0],
  ])('with %j is %d', (of, score) => {
    expect(ciScore({ ...all, ...of })).toBe(score);
  });
});

describe('maturityScore', () => {
  it.each([
    [100, 100, 100, 100],
    [100, 0, 0, 40],
    [0, 100, 0, 35],
    [0, 0, 100, 25],
    [76, 80, 75, 77], // 30.4 + 28 + 18.75
    [0, 0, 2, 1], // 0.5
  ])('of documentation %d, tests %d and ci %d is %d', (documentation, tests, ci, score) => {
    expect(maturityScore(documentation, tests, ci)).toBe(score);
  });
});
