// Which source files import which, read from their texts.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.[^'"]+)['"]/gu;

/** The file that an import means; undefined for one that is no source. */
function imported(from, path) {
  const file = join(dirname(from), path);
  return [file, file.replace(/\.js$/u, '.ts'), file.replace(/\.js$/u, '.tsx')].find(
    (name) => /\.tsx?$/u.test(name) && existsSync(name),
  );
}

/**
 * For each file those that import it directly, types included.
 * @param {readonly string[]} sources paths from the root of the repository
 * @returns {Map<string, string[]>}
 */
export function directImporters(sources) {
  const importers = new Map();
  for (const file of sources) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = imported(file, path);
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}
