import { expect, it } from '@jest/globals';
import { SanitizedFor } from '../../src/engine/values/taint.js';
import type { LanguageName } from '../../src/ir/program.js';
import { isHarmful, runSource } from './run-source.js';

/** A name, the code between the arguments of `handler` and `sink`, and the uses for which the value is still harmful. */
export type Row = readonly [
  name: string,
  outcome: 'harmful' | 'harmless',
  bit: keyof typeof SanitizedFor,
  code: string,
];

/** Runs each row's code and checks the values that reach `sink`. */
export function flows(language: LanguageName, rows: readonly Row[]): void {
  it.each(
    rows.map(([name, outcome, bit, code]) => ({ name: `${name}: ${outcome} as ${bit}`, outcome, bit, code })),
  )('$name', async ({ outcome, bit, code }) => {
    const run = await runSource(language, code);
    expect(run.sinks.length).toBeGreaterThan(0);
    expect(isHarmful(run, SanitizedFor[bit]) ? 'harmful' : 'harmless').toBe(outcome);
  });
}

export const lines = (...all: string[]): string => `${all.join('\n')}\n`;

/** A Python handler with one argument, after imports and other declarations. */
export const pythonHandler = (before: string, ...body: string[]): string =>
  lines(before, 'def handler(x):', ...body.map((line) => `    ${line}`));

/** A Go handler with one string, after imports and declarations. */
export const goHandler = (imports: string, before: string, ...body: string[]): string =>
  lines(
    'package main',
    ...imports
      .split(' ')
      .filter((each) => each !== '')
      .map((each) => `import "${each}"`),
    before,
    'func handler(x string) error {',
    ...body.map((line) => `\t${line}`),
    '\treturn nil',
    '}',
  );
