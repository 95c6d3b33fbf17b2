import { classifyFiles } from '../sources/classify.js';
import { decodeSource } from '../files/decode-source.js';
import { fileName } from '../sources/language-of.js';
import { megabytes } from '../files/limits.js';
import { folderOf } from '../files/package-path.js';
import { isRequirementsPath } from '../files/role-names.js';
import type { PackageFiles } from '../files/source-file.js';
import { compareText } from '../text-order.js';
import { readGoMod } from '../languages/go/packages/go-mod.js';
import { goPrograms } from '../languages/go/packages/go-programs.js';
import { readGoModules } from '../languages/go/packages/go-sum.js';
import { readPackageJson } from '../languages/javascript/packages/package-json.js';
import { readPackageLock } from '../languages/javascript/packages/package-lock.js';
import { readPnpmLock } from '../languages/javascript/packages/pnpm-lock.js';
import { readYarnLock } from '../languages/javascript/packages/yarn-lock.js';
import { openLockfile, openManifest } from '../packages/credentials.js';
import type { Ecosystem, Lockfile, Manifest, PackageFacts } from '../packages/package-facts.js';
import {
  nearestFolder,
  UnreadablePackaging,
  type LockfileReader,
  type ManifestReader,
  type PackagingFile,
} from '../packages/packaging-file.js';
import { readPipfile, readPipfileLock } from '../languages/python/packages/pipfile.js';
import { readPoetryLock } from '../languages/python/packages/poetry-lock.js';
import { readPyproject } from '../languages/python/packages/pyproject.js';
import {
  includedPaths,
  isPinned,
  lockfileOfList,
  manifestOfList,
  readList,
  type ListFile,
} from '../languages/python/packages/requirements.js';
import { readSetupCfg } from '../languages/python/packages/setup-cfg.js';
import { readSetupPy } from '../languages/python/packages/setup-py.js';
import { readUvLock } from '../languages/python/packages/uv-lock.js';

const MEGABYTE = 1024 * 1024;
const MAX_MANIFEST_BYTES = 4 * MEGABYTE;
const MAX_LOCKFILE_BYTES = 32 * MEGABYTE;

const MANIFESTS: Readonly<Record<string, ManifestReader>> = {
  'package.json': readPackageJson,
  'pyproject.toml': readPyproject,
  'setup.cfg': readSetupCfg,
  'setup.py': readSetupPy,
  Pipfile: readPipfile,
  'go.mod': readGoMod,
};
const LOCKFILES: Readonly<Record<string, readonly [Ecosystem, LockfileReader]>> = {
  'package-lock.json': ['npm', readPackageLock],
  'npm-shrinkwrap.json': ['npm', readPackageLock],
  'pnpm-lock.yaml': ['npm', readPnpmLock],
  'yarn.lock': ['npm', readYarnLock],
  'poetry.lock': ['PyPI', readPoetryLock],
  'uv.lock': ['PyPI', readUvLock],
  'Pipfile.lock': ['PyPI', readPipfileLock],
};
/** Lockfiles of tools whose formats are not read. That they are there must not look as if there were none. */
const UNREAD = new Set(['bun.lock', 'bun.lockb', 'pdm.lock', 'deno.lock']);

/** The reader of a file by its name; only own keys count, `constructor` is none. */
const readerOf = <Reader>(readers: Readonly<Record<string, Reader>>, path: string): Reader | undefined =>
  Object.hasOwn(readers, fileName(path)) ? readers[fileName(path)] : undefined;

class FactsReader {
  private readonly manifests: Manifest[] = [];
  private readonly lockfiles: Lockfile[] = [];
  private readonly problems: { path: string; reason: string }[] = [];
  private readonly listsTried = new Set<string>();
  private readonly lists = new Map<string, ListFile>();
  /** Manifests by ecosystem and folder of the lockfile that resolves them. */
  private readonly governed = new Map<string, Manifest[]>();

  constructor(private readonly files: PackageFiles) {}

  read(): PackageFacts {
    const paths = this.packagingPaths();
    for (const path of paths) this.readManifest(path);
    this.readIncludedLists();
    this.useLists();
    this.manifests.sort((one, other) => compareText(one.path, other.path));
    this.findPrograms();
    this.govern(paths);
    for (const path of paths) this.readLockfile(path);
    this.lockfiles.sort((one, other) => compareText(one.path, other.path));
    this.problems.sort((one, other) => compareText(one.path, other.path));
    // Lockfiles are compared with manifests as they are written; nobody after that needs to be let in anywhere.
    return {
      manifests: this.manifests.map(openManifest),
      lockfiles: this.lockfiles.map(openLockfile),
      problems: this.problems,
    };
  }

  /** Those of the product: what tests, examples and vendored code bring along is not what is installed. */
  private packagingPaths(): string[] {
    const roles = classifyFiles(this.files);
    return [...roles]
      .filter(
        ([path, role]) =>
          role === 'manifest' || role === 'lockfile' || (role === 'product' && fileName(path) === 'setup.py'),
      )
      .map(([path]) => path)
      .sort();
  }

  /** What reading gives; undefined after a problem. */
  private attempt<Result>(
    path: string,
    limit: number,
    read: (file: PackagingFile) => Result,
  ): Result | undefined {
    const bytes = this.files.get(path) ?? new Uint8Array();
    try {
      if (bytes.length > limit) throw new UnreadablePackaging(`is larger than ${megabytes(limit)}`);
      const { text, problem } = decodeSource(bytes);
      if (problem !== undefined) throw new UnreadablePackaging(problem);
      return read({ path, text });
    } catch (error) {
      // What others say of an error may quote the file, and a credential with it.
      const reason = error instanceof UnreadablePackaging ? error.message : 'cannot be read';
      this.problems.push({ path, reason: error instanceof RangeError ? 'is nested too deep' : reason });
      return undefined;
    }
  }

  private readManifest(path: string): void {
    if (isRequirementsPath(path)) {
      this.readList(path);
      return;
    }
    const reader = readerOf(MANIFESTS, path);
    if (reader === undefined) return;
    const manifest = this.attempt(path, MAX_MANIFEST_BYTES, (file) => reader(file, this.files));
    if (manifest !== undefined) this.addManifest(manifest);
  }

  private addManifest(manifest: Manifest): void {
    this.manifests.push(manifest);
    if (manifest.problem !== undefined) this.problems.push({ path: manifest.path, reason: manifest.problem });
  }

  private readList(path: string): void {
    if (this.listsTried.has(path)) return;
    this.listsTried.add(path);
    const list = this.attempt(path, MAX_MANIFEST_BYTES, readList);
    if (list !== undefined) this.lists.set(path, list);
  }

  /** Lists of requirements under other names, which the others take in. */
  private readIncludedLists(): void {
    for (const list of this.lists.values())
      for (const target of includedPaths(list))
        if (this.files.has(target) && !this.lists.has(target)) this.readList(target);
  }

  /** A list beside another manifest of Python is its lockfile when it has all versions; one that stands alone is both. */
  private useLists(): void {
    const lists = [...this.lists.values()];
    const pinned = lists.filter(isPinned);
    const open = lists.filter((list) => !isPinned(list));
    const others = this.manifests.filter(({ ecosystem }) => ecosystem === 'PyPI');
    const folders = new Set([...others, ...open].map(({ path }) => folderOf(path)));
    const alone = pinned.filter(({ path }) => !folders.has(folderOf(path)));
    for (const list of [...open, ...alone]) this.addManifest(manifestOfList(list));
    const beside = Map.groupBy(
      this.manifests.filter(({ ecosystem }) => ecosystem === 'PyPI'),
      ({ path }) => folderOf(path),
    );
    // A list that takes another one in asks for all that it lists, and says nothing about what that one asks for.
    const including = (path: string): ReadonlySet<string> =>
      new Set(open.filter((list) => includedPaths(list).includes(path)).map((list) => list.path));
    this.lockfiles.push(
      ...pinned.map((list) => {
        const others = including(list.path);
        const governed = (beside.get(folderOf(list.path)) ?? []).filter(({ path }) => !others.has(path));
        return lockfileOfList(list, governed);
      }),
    );
  }

  private findPrograms(): void {
    const isModule = ({ path, ecosystem }: Manifest): boolean =>
      ecosystem === 'Go' && fileName(path) === 'go.mod';
    const modules = new Set(this.manifests.filter(isModule).map(({ path }) => folderOf(path)));
    const programs = goPrograms(this.files, modules);
    for (const [at, manifest] of this.manifests.entries())
      if (isModule(manifest))
        this.manifests[at] = { ...manifest, entrypoints: programs.get(folderOf(manifest.path)) ?? [] };
  }

  /** Gives each manifest to the lockfile at or above it that is nearest. */
  private govern(paths: readonly string[]): void {
    const folders = Map.groupBy(paths, (path) => readerOf(LOCKFILES, path)?.[0]);
    for (const ecosystem of ['npm', 'PyPI'] as const) {
      const locked = new Set((folders.get(ecosystem) ?? []).map(folderOf));
      for (const manifest of this.manifests) {
        const folder = manifest.ecosystem === ecosystem ? nearestFolder(manifest.path, locked) : undefined;
        if (folder === undefined) continue;
        const others = this.governed.get(`${ecosystem} ${folder}`);
        if (others === undefined) this.governed.set(`${ecosystem} ${folder}`, [manifest]);
        else others.push(manifest);
      }
    }
  }

  private readLockfile(path: string): void {
    if (fileName(path) === 'go.mod') {
      const beside = `${folderOf(path)}go.sum`;
      const sum = this.files.has(beside)
        ? this.attempt(beside, MAX_LOCKFILE_BYTES, (file) => file)
        : undefined;
      const known = this.manifests.some((manifest) => manifest.path === path);
      const lockfile = known
        ? this.attempt(path, MAX_MANIFEST_BYTES, (mod) => readGoModules(mod, sum))
        : undefined;
      if (lockfile !== undefined) this.lockfiles.push(lockfile);
      return;
    }
    if (UNREAD.has(fileName(path)))
      this.problems.push({ path, reason: 'is a lockfile of a tool that is not known here' });
    const found = readerOf(LOCKFILES, path);
    if (found === undefined) return;
    const [ecosystem, reader] = found;
    const lockfile = this.attempt(path, MAX_LOCKFILE_BYTES, (file) =>
      reader(file, this.governed.get(`${ecosystem} ${folderOf(path)}`) ?? []),
    );
    if (lockfile !== undefined) this.lockfiles.push(lockfile);
  }
}

/**
 * What the manifests and lockfiles of a package say. Those in folders of tests, examples and vendored code are not read. A
 * file that cannot be read is one of the problems; nothing that a package holds makes this throw.
 */
export const readPackageFacts = (files: PackageFiles): PackageFacts => new FactsReader(files).read();
