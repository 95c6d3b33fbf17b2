import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES } from './demo-folders.js';

/** The folder of the vulnerable example. */
export const EXAMPLE_FOLDER = join(EXAMPLES, 'vulnerable-server');

const FIX = /```js\n([^]*?)```/;

/** The files that the fix of the vulnerable example changes, by path: the code that its README shows. */
export async function exampleFix(): Promise<Readonly<Record<string, string>>> {
  const readme = await readFile(join(EXAMPLE_FOLDER, 'README.md'), 'utf8');
  const fix = FIX.exec(readme)?.[1];
  if (fix === undefined) throw new Error('the README of the vulnerable example shows no fix');
  return { 'commits.js': fix };
}
