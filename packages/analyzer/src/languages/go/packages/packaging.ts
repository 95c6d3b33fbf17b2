import { decodeSource } from '../../../files/decode-source.js';
import { fileName, folderOf, withoutDots } from '../../../files/package-path.js';
import { SEMANTIC_VERSIONS } from '../../../packages/version-order.js';
import type { LinkedPackaging, Packaging, PackagingInProgress } from '../../packaging.js';
import { readGoMod, usedFolders } from './go-mod.js';
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

/** A file is read up to this size; the list of a workspace's modules is short. */
const MAX_WORKSPACE_BYTES = 256 * 1024;

/** The names of the modules that files `go.work` join. */
function membersOf({ manifests, source: { files } }: PackagingInProgress): ReadonlySet<string> {
  const workspaces = [...files].filter(
    ([path, bytes]) => fileName(path) === 'go.work' && bytes.length <= MAX_WORKSPACE_BYTES,
  );
  const folders = new Set(
    workspaces.flatMap(([path, bytes]) =>
      usedFolders(decodeSource(bytes).text).map((folder) => withoutDots(`${folderOf(path)}${folder}`)),
    ),
  );
  return new Set(
    manifests.flatMap(({ path, name }) =>
      name !== undefined && folders.has(folderOf(path).slice(0, -1)) ? [name] : [],
    ),
  );
}

/** A Go manifest is its own lockfile, with the digests in the file beside it. Its programs are found in the sources. */
class GoModules implements LinkedPackaging {
  private members: ReadonlySet<string> = new Set();

  constructor(private readonly packages: PackagingInProgress) {}

  finishManifests(): void {
    const { manifests, source } = this.packages;
    const members = membersOf(this.packages);
    this.members = members;
    const folders = new Set(manifests.map(({ path }) => folderOf(path)));
    const programs = goPrograms(source.files, folders);
    for (const [at, manifest] of manifests.entries())
      manifests[at] = {
        ...manifest,
        dependencies: manifest.dependencies.map((each) =>
          members.has(each.name) ? { ...each, source: 'file', isMember: true } : each,
        ),
        entrypoints: programs.get(folderOf(manifest.path)) ?? [],
      };
  }

  readLockfile(path: string): boolean {
    if (!isModule(path)) return false;
    const { manifests, lockfiles, source } = this.packages;
    const beside = `${folderOf(path)}go.sum`;
    const sum = source.files.has(beside) ? this.packages.readAsLockfile(beside, (file) => file) : undefined;
    if (!manifests.some((manifest) => manifest.path === path)) return true;
    const lockfile = this.packages.readAsManifest(path, (mod) => readGoModules(mod, sum, this.members));
    if (lockfile !== undefined) lockfiles.push(lockfile);
    return true;
  }
}

export const GO_PACKAGES: Packaging = {
  ecosystem: 'Go',
  runtime: 'go',
  purlType: 'golang',
  namespaces: 'path',
  normalizedName: (name) => name,
  versions: SEMANTIC_VERSIONS,
  names: { manifests: ['go.mod', 'go.work'], lockfiles: ['go.sum', 'go.work.sum'] },
  manifests: { 'go.mod': readGoMod },
  lockfiles: {},
  unread: {},
  linked: (packages) => new GoModules(packages),
};
