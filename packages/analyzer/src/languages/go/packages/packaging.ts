import { fileName, folderOf } from '../../../files/package-path.js';
import { SEMANTIC_VERSIONS } from '../../../packages/version-order.js';
import type { LinkedPackaging, Packaging, PackagingInProgress } from '../../packaging.js';
import { readGoMod } from './go-mod.js';
import { readGoModules } from './go-sum.js';
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

/** The files with a `main` function, sorted, by the folder of their module. */
function goPrograms(files: PackageFiles, modules: ReadonlySet<string>): ReadonlyMap<string, string[]> {
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

const isModule = (path: string): boolean => fileName(path) === 'go.mod';

/** A Go manifest is its own lockfile, with the digests in the file beside it. Its programs are found in the sources. */
const modules = (packages: PackagingInProgress): LinkedPackaging => ({
  finishManifests() {
    const { manifests, source } = packages;
    const folders = new Set(manifests.map(({ path }) => folderOf(path)));
    const programs = goPrograms(source.files, folders);
    for (const [at, manifest] of manifests.entries())
      manifests[at] = { ...manifest, entrypoints: programs.get(folderOf(manifest.path)) ?? [] };
  },
  readLockfile(path) {
    if (!isModule(path)) return false;
    const { manifests, lockfiles, source } = packages;
    const beside = `${folderOf(path)}go.sum`;
    const sum = source.files.has(beside) ? packages.readAsLockfile(beside, (file) => file) : undefined;
    const known = manifests.some((manifest) => manifest.path === path);
    const lockfile = known ? packages.readAsManifest(path, (mod) => readGoModules(mod, sum)) : undefined;
    if (lockfile !== undefined) lockfiles.push(lockfile);
    return true;
  },
});

export const GO_PACKAGES: Packaging = {
  ecosystem: 'Go',
  purlType: 'golang',
  namespaces: 'path',
  normalizedName: (name) => name,
  versions: SEMANTIC_VERSIONS,
  names: { manifests: ['go.mod', 'go.work'], lockfiles: ['go.sum', 'go.work.sum'] },
  manifests: { 'go.mod': readGoMod },
  lockfiles: {},
  unread: [],
  linked: modules,
};
