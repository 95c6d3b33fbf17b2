import { compare, valid } from '@renovatebot/pep440';
import { folderOf } from '../../../files/package-path.js';
import type { LinkedPackaging, Packaging, PackagingInProgress } from '../../packaging.js';
import { readPipfile, readPipfileLock } from './pipfile.js';
import { readPoetryLock } from './poetry-lock.js';
import { readPyproject } from './pyproject.js';
import { normalizedName } from './requirement.js';
import {
  includedPaths,
  isPinned,
  lockfileOfList,
  manifestOfList,
  readList,
  type ListFile,
} from './requirements.js';
import { readSetupCfg } from './setup-cfg.js';
import { readSetupPy } from './setup-py.js';
import { readUvLock } from './uv-lock.js';
import { filesOfModule } from './module-files.js';
import { isMetadataPath, WheelMetadata } from './wheel-metadata.js';

const REQUIREMENTS = /(?:^|\/)(?:[^/]*requirements[^/]*|requirements\/[^/]+)\.(?:txt|in)$/;

/** Whether a path is that of a pip requirements file. */
const isRequirementsPath = (path: string): boolean => REQUIREMENTS.test(path.toLowerCase());

/** Requirements files, each of which may be a manifest, a lockfile or both, depending on the files beside it. */
class RequirementLists implements LinkedPackaging {
  private readonly tried = new Set<string>();
  private readonly lists = new Map<string, ListFile>();

  constructor(private readonly packages: PackagingInProgress) {}

  readManifest(path: string): boolean {
    if (!isRequirementsPath(path)) return false;
    this.readList(path);
    return true;
  }

  finishManifests(): void {
    this.readIncluded();
    this.useLists();
  }

  private readList(path: string): void {
    if (this.tried.has(path)) return;
    this.tried.add(path);
    const list = this.packages.readAsManifest(path, readList);
    if (list !== undefined) this.lists.set(path, list);
  }

  /** Requirements files under other names, which others include. */
  private readIncluded(): void {
    for (const list of this.lists.values())
      for (const target of includedPaths(list))
        if (this.packages.source.files.has(target) && !this.lists.has(target)) this.readList(target);
  }

  /** A requirements file beside another manifest is its lockfile if all versions are pinned; one by itself is both. */
  private useLists(): void {
    const { manifests, lockfiles } = this.packages;
    const lists = [...this.lists.values()];
    const pinned = lists.filter(isPinned);
    const open = lists.filter((list) => !isPinned(list));
    const folders = new Set([...manifests, ...open].map(({ path }) => folderOf(path)));
    const alone = pinned.filter(({ path }) => !folders.has(folderOf(path)));
    for (const list of [...open, ...alone]) this.packages.addManifest(manifestOfList(list));
    const beside = Map.groupBy(manifests, ({ path }) => folderOf(path));
    // A file that includes this list requires everything in it, so it does not show which requirements are direct.
    const including = (path: string): ReadonlySet<string> =>
      new Set(open.filter((list) => includedPaths(list).includes(path)).map((list) => list.path));
    lockfiles.push(
      ...pinned.map((list) => {
        const others = including(list.path);
        const governed = (beside.get(folderOf(list.path)) ?? []).filter(({ path }) => !others.has(path));
        return lockfileOfList(list, governed);
      }),
    );
  }
}

/** Requirements files and the descriptions of installed packages. */
class PythonPackaging implements LinkedPackaging {
  private readonly lists: RequirementLists;
  private readonly metadata: WheelMetadata;

  constructor(packages: PackagingInProgress) {
    this.lists = new RequirementLists(packages);
    this.metadata = new WheelMetadata(packages);
  }

  readManifest(path: string): boolean {
    return this.metadata.readManifest(path) || this.lists.readManifest(path);
  }

  finishManifests(): void {
    this.lists.finishManifests();
    this.metadata.finishManifests();
  }
}

export const PYPI: Packaging = {
  ecosystem: 'PyPI',
  purlType: 'pypi',
  namespaces: 'none',
  normalizedName,
  versions: { read: (text) => valid(text) ?? undefined, compare },
  names: {
    manifests: ['pyproject.toml', 'setup.cfg', 'pipfile'],
    lockfiles: ['poetry.lock', 'uv.lock', 'pdm.lock', 'pipfile.lock'],
  },
  isManifest: (path) => isRequirementsPath(path) || isMetadataPath(path),
  manifests: {
    'pyproject.toml': readPyproject,
    'setup.cfg': readSetupCfg,
    'setup.py': readSetupPy,
    Pipfile: readPipfile,
  },
  lockfiles: { 'poetry.lock': readPoetryLock, 'uv.lock': readUvLock, 'Pipfile.lock': readPipfileLock },
  unread: ['pdm.lock'],
  linked: (packages) => new PythonPackaging(packages),
  filesOfEntry: filesOfModule,
};
