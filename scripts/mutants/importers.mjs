/** The compiled modules that import another one, directly or not: what a mutation can change. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports of files and of this repository's packages. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.[^'"]+|@mcp-hub\/[^'"]+)['"]/gu;

let importers;
function readImporters() {
  importers = new Map();
  for (const file of globSync(['dist/**/*.js', 'packages/*/dist/**/*.js'])) {
    const { href } = pathToFileURL(resolve(file));
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const imported = path.startsWith('.') ? new URL(path, href).href : import.meta.resolve(path);
      const known = importers.get(imported) ?? [];
      importers.set(imported, [...known, href]);
    }
  }
}

/** @returns {Set<string>} with the module itself */
export function importersOf(url) {
  if (importers === undefined) readImporters();
  const found = new Set([url]);
  for (const each of found) for (const other of importers.get(each) ?? []) found.add(other);
  return found;
}
