import { describe, expect, it } from '@jest/globals';
import { lines } from '../support/flow-rows.js';
import { filesOf, foundIn } from '../support/twins.js';

/** A tool whose parameter `x` has a schema and is used in a command as `value`. */
const listing = (schema: string, value: string): Record<string, string> =>
  filesOf(
    lines(
      'HEAD',
      'HIGH',
      'const OK = new Set(["a"]);',
      `server.tool("list", "Lists.", { x: ${schema} }, async ({ x }) => {`,
      `  execSync(\`ls \${${value}}\`, { timeout: 1000 });`,
      '  return { content: [] };',
      '});',
    ),
  );

type Row = readonly [name: string, schema: string, value?: string];

const HARMLESS: readonly Row[] = [
  ['a number', 'z.number()'],
  ['a string converted to a number', 'z.string().transform((v) => Number(v))'],
  ['a string converted to a number by a named function', 'z.string().transform(Number)'],
  [
    'either, converted to a number and limited',
    'z.union([z.number(), z.string()]).transform((v) => Number(v)).pipe(z.number().min(0)).default(0)',
  ],
  ['one of a set after a transformation', 'z.preprocess((v) => String(v), z.enum(["a", "b"]))'],
  ['a refinement with a set', 'z.string().refine((v) => OK.has(v))'],
  ['a refinement with a name pattern', 'z.string().refine((v) => /^[a-z]+$/.test(v), "a name")'],
  [
    'a field of an object that is changed',
    'z.object({ n: z.string() }).transform((o) => ({ n: Number(o.n) }))',
    'x.n',
  ],
  ['a field that is made a number', 'z.object({ n: z.string().transform(Number) })', 'x.n'],
  ['one of a list of names', 'z.array(z.enum(["a", "b"]))', 'x[0]'],
];

const HARMFUL: readonly Row[] = [
  ['a text', 'z.string()'],
  ['a transformed string', 'z.string().transform((v) => v.trim())'],
  ['a string after a transformation', 'z.preprocess((v) => String(v), z.string())'],
  ['a refinement of its length', 'z.string().refine((v) => v.length > 2)'],
  ['a value decoded after a check', 'z.string().refine((v) => /^[A-Za-z0-9]+$/.test(v)).transform((v) => atob(v))'], // prettier-ignore
  ['a field of an object', 'z.object({ n: z.string() })', 'x.n'],
  ['one of a list of texts', 'z.array(z.string())', 'x[0]'],
];

describe('values accepted by zod schemas', () => {
  it.each(HARMLESS)('%s is harmless', async (_, schema, value = 'x') => {
    expect(await foundIn(listing(schema, value))).toEqual([]);
  });

  it.each(HARMFUL)('%s is harmful', async (_, schema, value = 'x') => {
    expect(await foundIn(listing(schema, value))).not.toEqual([]);
  });
});
