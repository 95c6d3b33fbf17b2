import { fileName, folderOf } from '../../files/package-path.js';
import type { PackageFiles } from '../../files/source-file.js';
import { memoByNode } from '../../common/memo.js';

/** `__pycache__/name.cpython-312.pyc` */
const CACHED = /^(?:|.*\/)__pycache__\/([^/]+?)\.[^/.]+(?:\.opt-[^/.]+)?\.pyc$/u;
/** The flags of a compiled module follow the number of its version, and after them a hash, or a time and a size (PEP 552). */
const FLAGS_AT = 4;
const SIZE_AT = 12;
const HEADER = 16;
const HASHED = 1;

/**
 * Whether Python may run a compiled module in place of its source: any publisher can write the hash of the source, or its size and
 * the time that an archive gives it.
 */
function mayRun(bytes: Uint8Array, source: Uint8Array | undefined): boolean {
  const isHashed = ((bytes[FLAGS_AT] ?? 0) & HASHED) !== 0;
  if (isHashed || bytes.length < HEADER) return isHashed;
  return Buffer.from(bytes.subarray(SIZE_AT, HEADER)).readUInt32LE() === source?.length;
}

/** Compiled modules that run instead of their source, by the path of the source. */
const cachedModules = memoByNode((files: PackageFiles): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [path, bytes] of files) {
    const [, name] = path.endsWith('.pyc') ? (CACHED.exec(path) ?? []) : [];
    if (name === undefined) continue;
    const source = `${folderOf(folderOf(path).slice(0, -1))}${name}.py`;
    if (mayRun(bytes, files.get(source))) found.set(source, path);
  }
  return found;
});

/** The file that Python runs instead of a source file: a compiled module that fits it. */
export const compiledInstead = (path: string, files: PackageFiles): string | undefined =>
  cachedModules(files).get(path);

/** The compiled module that runs where a package has no source: beside it, or as `name.pyc`. */
export const compiledOnly = (stem: string, files: PackageFiles): string[] =>
  [`${stem}.pyc`, `${stem}/__init__.pyc`, `${stem}/__main__.pyc`].filter(
    (path) => files.has(path) && !files.has(path.slice(0, -1)) && fileName(path) !== '.pyc',
  );
