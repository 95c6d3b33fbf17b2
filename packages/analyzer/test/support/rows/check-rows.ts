import { describe, expect, it } from '@jest/globals';
import { readExpected, rowsOf, sampleOf } from './expected.js';
import { LANGUAGES } from './languages.js';
import { foundIn } from './probes.js';

/** Rows of one test. */
const ROWS = 25;

/** Declares tests that each row of a language's model tables has its effect on what is found. */
export function checkRows(name: 'go' | 'javascript' | 'python'): void {
  const [language] = LANGUAGES.filter((each) => each.name === name);
  if (!language) throw new Error(`no such language: ${name}`);
  const expected = readExpected()[name] ?? {};
  const probed = Object.entries(expected).filter(([, findings]) => Object.keys(findings).length > 0);

  describe(`rows of the model tables for ${name}`, () => {
    it('are known, each with what it changes', () => {
      expect(Object.keys(expected).sort()).toEqual(rowsOf(language).sort());
    });

    const parts = Array.from({ length: Math.ceil(probed.length / ROWS) }, (_, index) =>
      probed.slice(index * ROWS, (index + 1) * ROWS),
    );
    it.each(parts.map((part) => [part[0]?.[0], part.at(-1)?.[0], part] as const))(
      'from %s to %s have their effect',
      async (_first, _last, part) => {
        const samples = part.flatMap(([key, findings]) =>
          Object.keys(findings).map((probe) => sampleOf(key, probe)),
        );
        const found = await foundIn(language, samples);
        const byRow: Record<string, Record<string, string>> = {};
        samples.forEach(({ part: of, row, probe }, index) => {
          (byRow[`${of} ${row}`] ??= {})[probe] = found[index] ?? '';
        });
        expect(byRow).toEqual(Object.fromEntries(part));
      },
    );
  });
}
