import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MUTANTS } from '../../scripts/mutant-list.mjs';
import { allMutants, readSurvivors, type Mutant } from '../../scripts/mutants/all.mjs';
import { compiledModule, mutatedSource } from '../../scripts/mutants/compiled.mjs';
import { generatedMutants, mutantsAfter } from '../../scripts/mutants/generate.mjs';
import { sampled } from '../../scripts/mutants/sampled.mjs';
import { summaryOf } from '../../scripts/mutants/summary.mjs';

const all = await allMutants();
const ids = all.map(({ id }) => id);
const AREAS = [
  'chosen by hand',
  'read models',
  'other queries',
  'times',
  'lists',
  'cleanups',
  'decisions',
  'values',
  'configuration',
  'jobs',
  'scores',
  'analyzer models',
  'go models',
  'javascript models',
  'python models',
  'go rows',
  'javascript rows',
  'python rows',
];

/** One of each kind in each file. */
const examples = [...new Map(all.map((mutant) => [kindOf(mutant), mutant])).values()];

function kindOf({ file, id }: Mutant): string {
  const kind = /\b[a-z]+(?:-[a-z]+)+(?=: |$)|by hand.*/u.exec(id.slice(file.length))?.[0] ?? id;
  return `${file} ${kind}`;
}

describe('mutants', () => {
  it('of every area exist, each with an id of its own', () => {
    expect([...new Set(all.map(({ area }) => area))].sort()).toEqual([...AREAS].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('chosen by hand change a single match in an existing file', () => {
    const counts = MUTANTS.map(({ name, file, find }) => ({
      name,
      count: readFileSync(file, 'utf8').split(find).length - 1,
    }));
    expect(counts.filter(({ count }) => count !== 1)).toEqual([]);
  });

  it('of every kind change what is compiled, and can be compiled', () => {
    const problems = examples.filter((mutant) => {
      const changed = compiledModule(mutant.file, mutatedSource(mutant)).source;
      return changed === compiledModule(mutant.file, readFileSync(mutant.file, 'utf8')).source;
    });
    expect(problems.map(({ id }) => id)).toEqual([]);
  });

  it('keep their ids when code before them changes', () => {
    const files = [
      'src/hub/catalog/findings/findings.read-model.ts',
      'src/hub/catalog/mcps/mcp-lists.read-model.ts',
      'src/hub/catalog/findings/findings.repository.ts',
      'packages/analyzer/src/languages/python/models/builtins.ts',
    ];
    const before = generatedMutants(files).map(({ id }) => id);
    const after = mutantsAfter("const OTHERS = 'SELECT 1';\n\n", files).map(({ id }) => id);
    expect(before.length).toBeGreaterThan(100);
    expect(after).toEqual(before);
  });

  it('that are accepted as survivors exist, once each and with a reason', () => {
    const survivors = readSurvivors();
    expect(survivors.filter(({ id }) => !ids.includes(id))).toEqual([]);
    expect(new Set(survivors.map(({ id }) => id)).size).toBe(survivors.length);
    expect(survivors.filter(({ reason }) => reason.trim().length < 10)).toEqual([]);
  });
});

describe('a sample of mutants', () => {
  it('is the same for the same seed, and has as many of each area', () => {
    const sample = sampled(all, 4 * AREAS.length, 7);
    expect(sample).toEqual(sampled(all, 4 * AREAS.length, 7));
    expect(sample).not.toEqual(sampled(all, 4 * AREAS.length, 8));
    for (const area of AREAS) expect(sample.filter((mutant) => mutant.area === area)).toHaveLength(4);
  });
});

describe('the summary of a run', () => {
  const mutant = (id: string, isAnalyzer = false): Mutant => ({ id, area: 'x', file: 'y.ts', isAnalyzer });
  const runs = (caught: number, lived: number): { mutant: Mutant; verdict: string; by: string }[] => [
    ...Array.from({ length: caught }, (_, index) => ({
      mutant: mutant(`c${index}`),
      verdict: 'caught',
      by: 't',
    })),
    ...Array.from({ length: lived }, (_, index) => ({
      mutant: mutant(`l${index}`),
      verdict: 'lived',
      by: '',
    })),
  ];
  const bar = (): number => 0.95;

  it.each<[string, number, number, { id: string; reason: string }[], boolean]>([
    ['at the bar', 19, 1, [], true],
    ['below the bar', 18, 1, [], false],
    ['with accepted survivors, which do not count', 18, 1, [{ id: 'l0', reason: 'Nothing differs.' }], true],
    ['with an accepted survivor that is caught', 19, 0, [{ id: 'c0', reason: 'Nothing differs.' }], false],
  ])('%s', (_, caught, lived, survivors, ok) => {
    expect(summaryOf(runs(caught, lived), survivors, bar).ok).toBe(ok);
  });

  it('lists what lived', () => {
    expect(summaryOf(runs(19, 1), [], bar).lines.join('\n')).toContain('l0');
  });
});
