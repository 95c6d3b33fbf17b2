import { createHash } from 'node:crypto';
import { readRelease } from '../../src/files/release.js';
import type { Release } from '../../src/files/release.js';
import type { PackageFiles } from '../../src/files/source-file.js';

export type Texts = Readonly<Record<string, string>>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The archive of a release, as it is fetched: the first distribution is the main one; a text is a problem. */
export function archiveOfRelease(distributions: Readonly<Record<string, Texts | string>>): PackageFiles {
  const archive = new Map<string, string>();
  const [main] = Object.keys(distributions);
  const indexed = Object.entries(distributions).map(([filename, files]) => {
    const known = { filename, sha256: sha256(filename), size: filename.length };
    if (typeof files === 'string') return { ...known, problem: files };
    const places = Object.entries(files).map(([path, text]): [string, string | null] => {
      const suffixes = path.split('/').map((_, index, all) => all.slice(index).join('/'));
      const same = suffixes.find((each) => archive.get(each) === text);
      if (same !== undefined) return [path, same];
      if (filename !== main && path.endsWith('.so')) return [path, null];
      const place =
        filename !== main && suffixes.some((each) => archive.has(each)) ? `${filename}/${path}` : path;
      archive.set(place, text);
      return [path, place];
    });
    return { ...known, files: places };
  });
  const index = { format: 1, name: 'x', version: '1.0', sha256: sha256('set'), main, distributions: indexed };
  archive.set('.release.json', JSON.stringify(index));
  return new Map([...archive].sort().map(([path, text]) => [path, Buffer.from(text)]));
}

/** The main files of a release, and what else its distributions install. */
export const releaseOf = (
  distributions: Readonly<Record<string, Texts | string>>,
): { files: PackageFiles; release: Release } => readRelease(archiveOfRelease(distributions));
