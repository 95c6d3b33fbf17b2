import { expect, it } from '@jest/globals';
import { SanitizedFor } from '../../src/engine/taint.js';
import type { LanguageName } from '../../src/ir/program.js';
import { isHarmful, runSource } from './run-source.js';

/** A name, what is done to the arguments of `handler` before they reach `sink`, and for what they are harmful there. */
export type Row = readonly [
  name: string,
  outcome: 'harmful' | 'harmless',
  bit: Exclude<keyof typeof SanitizedFor, 'DOUBT'>,
  code: string,
];

/** Runs each row's code and looks at what reaches `sink`. */
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

/** A handler of Python with one argument, after imports and the like. */
export const pythonHandler = (before: string, ...body: string[]): string =>
  lines(before, 'def handler(x):', ...body.map((line) => `    ${line}`));

/** A handler of Go with one text, after imports and declarations. */
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
