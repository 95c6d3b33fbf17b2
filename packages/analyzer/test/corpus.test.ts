import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { allCases, quality, run, table, type Result } from './support/corpus.js';

/** The required recall: for flows within a function, and for flows across functions or files. */
const DIRECT = 0.95;
const CROSSING = 0.8;

const RESULTS = new URL('./results/corpus.md', import.meta.url);

describe('the labelled corpus', () => {
  const cases = allCases();
  const results: Result[] = [];

  beforeAll(async () => {
    for (const each of cases) results.push(await run(each));
    process.stdout.write(`\n${table(results)}\n\n`);
  });

  it('has at least 120 samples of all classes in four languages', () => {
    expect(cases.length * 2).toBeGreaterThanOrEqual(120);
    for (const language of ['go', 'javascript', 'python', 'typescript']) {
      const classes = new Set(cases.filter((each) => each.language === language).map((each) => each.class));
      expect([...classes].sort().join('')).toBe('ABCDEFGHIJKLMN');
    }
  });

  it.each(cases.map((each) => [`${each.language}/${each.name}`, each] as const))(
    '%s: the labels match the code',
    (_name, each) => {
      for (const { file, line, text } of each.expect) {
        const lines = readFileSync(join(each.folder, 'bad', file), 'utf8').split('\n');
        expect(lines[line - 1]).toContain(text);
      }
    },
  );

  it('finds at least 95 % of the direct defects', () => {
    const { labels, found } = quality(results.filter((result) => result.case.kind === 'direct'));
    expect(found / labels).toBeGreaterThanOrEqual(DIRECT);
  });

  it('finds at least 80 % of the defects that cross functions or files', () => {
    const { labels, found } = quality(results.filter((result) => result.case.kind === 'crossing'));
    expect(found / labels).toBeGreaterThanOrEqual(CROSSING);
  });

  it('finds nothing in the twins without a defect', () => {
    expect(
      results.filter(({ inGood }) => inGood > 0).map((result) => [result.case.name, result.unexpected]),
    ).toEqual([]);
  });

  it('has the results in results/corpus.md', () => {
    const text = readFileSync(RESULTS, 'utf8');
    const current = text.replace(
      /(<!-- corpus -->\n)[^]*(<!-- \/corpus -->)/u,
      `$1\n${table(results)}\n\n$2`,
    );
    if (process.env['TEST_WRITE'] === 'quality') writeFileSync(RESULTS, current);
    else expect(text).toBe(current);
  });

  it('analyzes every sample completely', () => {
    expect(results.filter(({ complete }) => !complete).map((result) => result.case.name)).toEqual([]);
  });
});
