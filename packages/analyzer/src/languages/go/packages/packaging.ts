import { fileName, folderOf } from '../../../files/package-path.js';
import { SEMANTIC_VERSIONS } from '../../../packages/version-order.js';
import type { LinkedPackaging, Packaging, PackagingInProgress } from '../../packaging.js';
import { readGoMod } from './go-mod.js';
import { goPrograms } from './go-programs.js';
import { readGoModules } from './go-sum.js';

const isModule = (path: string): boolean => fileName(path) === 'go.mod';

/** A manifest of Go is its own lockfile, with the digests in the file beside it. Its programs are found in the sources. */
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
