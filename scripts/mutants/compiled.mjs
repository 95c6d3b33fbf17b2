/** Sources with mutations, as the modules that Node.js loads instead of the compiled ones. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { SWC_OPTIONS } from '../swc-options.mjs';

/** The address of the compiled module of a source. */
const urlOf = (file) =>
  pathToFileURL(resolve(file.replace(/(^|\/)src\//u, '$1dist/').replace(/ts$/u, 'js'))).href;

/** @throws Error if the source is not valid TypeScript */
export const compiledModule = (file, source) => ({
  url: urlOf(file),
  format: 'module',
  source: transformSync(source, { ...SWC_OPTIONS, filename: resolve(file) }).code,
});

/** The source of a mutant's file with its mutation. */
export function mutatedSource({ file, start, end, replacement, append, find, replace }) {
  const source = readFileSync(file, 'utf8');
  if (append !== undefined) return source + append;
  if (find !== undefined) return source.replace(find, () => replace);
  return source.slice(0, start) + replacement + source.slice(end);
}
