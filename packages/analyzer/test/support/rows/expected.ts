/**
 * What is found with the rows of the model tables: `model-rows.json` names for each row up to two probes whose findings differ from
 * those without the row. Made by `scripts/model-rows.mjs`.
 */
import { readFileSync } from 'node:fs';
import type { Language } from './languages.js';
import type { Sample } from './probes.js';

/** By `part row`: findings by probe. Without any probe: no probe shows a difference. */
export type ExpectedRows = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const EXPECTED_FILE = new URL('model-rows.json', import.meta.url);

export const readExpected = (): Readonly<Record<string, ExpectedRows>> =>
  JSON.parse(readFileSync(EXPECTED_FILE, 'utf8'));

/** The rows of a language's table that probes are about, as `part row`. */
export const rowsOf = ({ table }: Language): string[] =>
  (['paths', 'methods', 'emitted'] as const).flatMap((part) =>
    Object.keys(table[part] ?? {}).map((row) => `${part} ${row}`),
  );

/** @param key `part row` */
export function sampleOf(key: string, probe: string): Sample {
  const [part = '', row = ''] = key.split(/ (.*)/su);
  if (part !== 'paths' && part !== 'methods' && part !== 'emitted')
    throw new Error(`no such part of a table: ${part}`);
  return { part, row, probe };
}
