import type { PackageFiles } from '../../../files/source-file.js';
import { nearestFolder } from '../../../packages/packaging-file.js';

const isProduct = (path: string): boolean =>
  path.endsWith('.go') &&
  !path.toLowerCase().endsWith('_test.go') &&
  !path.split('/').some((part) => part === 'vendor' || part === 'testdata');

function beginsProgram(bytes: Uint8Array): boolean {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return /^package main\b/m.test(source) && /^func main\(/m.test(source);
}

/** The files with a `main` function, sorted, by the folder of the module that they belong to. */
export function goPrograms(files: PackageFiles, modules: ReadonlySet<string>): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  if (modules.size === 0) return found;
  for (const [path, bytes] of files) {
    const module = isProduct(path) && beginsProgram(bytes) ? nearestFolder(path, modules) : undefined;
    if (module === undefined) continue;
    const others = found.get(module);
    if (others === undefined) found.set(module, [path]);
    else others.push(path);
  }
  for (const paths of found.values()) paths.sort();
  return found;
}
