import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import { ALL_RULES } from '../src/rules/all-rules.js';
import { allCases, filesOf } from './support/corpus.js';

const RULES = new URL('../src/rules/', import.meta.url).pathname;

/** The rules named in samples and specs, which fail when the rule does not report there. */
const named = (): string[] =>
  readdirSync(RULES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts') || /\/samples\/[^/]+\.txt$/u.test(path))
    .flatMap((path) => readFileSync(join(RULES, path), 'utf8').match(/MCP-[A-Z]\d{3}/gu) ?? []);

describe('every rule', () => {
  const fired = new Set(named());

  beforeAll(async () => {
    // A label of the corpus has only a class, so that the rule is known only from a run.
    for (const { folder } of allCases()) {
      const { report } = await analyze(filesOf(join(folder, 'bad')));
      const found = [...report.findings, ...(report.preview_findings ?? [])];
      for (const { rule_id } of found) fired.add(rule_id);
    }
  });

  it('has a sample, a spec or a defective twin of the corpus in which it reports something', () => {
    expect(ALL_RULES.map(({ id }) => id).filter((id) => !fired.has(id))).toEqual([]);
  });
});
